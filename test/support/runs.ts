import { test } from "vitest";

/**
 * How many random cases a property is tried with: all by `npm run test:thorough`, as CI does, and one in
 * `oneIn` by `npm test`.
 */
export function runs(thorough: number, oneIn = 10): number {
  return isThorough() ? thorough : Math.ceil(thorough / oneIn);
}

/**
 * Which of some cases that all pass through one place one of many subjects is tried with: all of them
 * by `npm run test:thorough`, and one by `npm test`, in turn, so that each case has its subjects.
 */
export function casesFor<Case>(index: number, cases: readonly Case[]): readonly Case[] {
  const at = index % cases.length;
  return isThorough() ? cases : cases.slice(at, at + 1);
}

/** All cases by `npm run test:thorough`; by `npm test` only those that stand for the others. */
export function thoroughly<Case>(all: readonly Case[], representative: readonly Case[]) {
  return isThorough() ? all : representative;
}

/**
 * `test` for one that repeats what others assert: `npm run test:thorough` runs it, and `npm test` does
 * not, unless it is a `sample`.
 */
export function thoroughTest(name: string, run: () => Promise<void>, { sample = false } = {}) {
  if (sample || isThorough()) test(name, run);
}

function isThorough() {
  return process.env["MODE"] === "thorough";
}
