import { appendFileSync } from "node:fs";
import { configureGlobal } from "fast-check";
import { afterAll, beforeEach, expect, inject, vi } from "vitest";

/** More calls than this in one file of tests are an endless loop. */
const MOST_CALLS = 1_000_000;

// Random cases are the same in each run, so that it has the same survivors.
configureGlobal({ seed: 1 });

// No file meets what another has cached.
vi.resetModules();

const { active, reached } = inject("mutants");
const hits = new Set<string>();
/** Empty outside of tests: while modules are loaded, in `beforeAll` and between tests. */
let testId = "";
let calls = 0;
/** The files of a worker share it. */
const run = globalThis as { isNoticed?: boolean };

Object.assign(globalThis, {
  isMutant(id: string): boolean {
    if (active === "") hits.add(`${id}\t${testId}`);
    else if (id === active && ++calls > MOST_CALLS) throw new Error("The mutant loops");
    return id === active;
  },
});

// Instead of Vitest's `bail`, which may end the other worker before it has reported that it failed, too.
beforeEach(({ task, skip, onTestFinished, onTestFailed }) => {
  skip(run.isNoticed ?? false);
  testId = task.id;
  onTestFailed(() => {
    run.isNoticed = active !== "";
  });
  onTestFinished(() => {
    testId = "";
  });
});

afterAll(() => {
  const { testPath } = expect.getState();
  for (const hit of hits) appendFileSync(reached, `${hit}\t${testPath}\n`);
});
