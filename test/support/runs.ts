import { test } from "vitest";

/**
 * How many random cases a property is tried with: all by `npm run test:thorough`, as CI does, and one in
 * `oneIn` by `npm test`.
 */
export function runs(thorough: number, oneIn = 20): number {
  return isThorough() ? thorough : Math.ceil(thorough / oneIn);
}

/**
 * The cases for one of many subjects that share their code: all in `npm run test:thorough`, one in
 * `npm test`. The subjects take the cases in turn, by their index, so that each case is tried.
 */
export function casesFor<Case>(index: number, cases: readonly Case[]): readonly Case[] {
  const at = index % cases.length;
  return isThorough() ? cases : cases.slice(at, at + 1);
}

/** All cases in `npm run test:thorough`, only the representative ones in `npm test`: by default every third. */
export function thoroughly<Case>(
  all: readonly Case[],
  representative: readonly Case[] = all.filter((_, index) => index % 3 === 0),
) {
  return isThorough() ? all : representative;
}

/**
 * A `test` that repeats what others assert: it runs in `npm run test:thorough`, and in `npm test` only if
 * it is a `sample`.
 */
export function thoroughTest(name: string, run: () => unknown, { sample = false } = {}) {
  if (sample || isThorough()) test(name, run);
}

function isThorough() {
  return process.env["MODE"] === "thorough";
}
