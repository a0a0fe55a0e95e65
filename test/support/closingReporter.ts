import { basename } from "node:path";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/**
 * Ends a run with the tests that this machine can't run and those that passed only on a retry, and a
 * thorough run with the files that it covered.
 */
export class ClosingReporter implements Reporter {
  #isThorough = false;

  onInit({ vite }: Vitest) {
    this.#isThorough = vite.config.mode === "thorough";
  }

  onTestRunEnd(modules: readonly TestModule[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (...states: string[]) =>
      tests.filter((test) => states.includes(test.result().state));
    if (this.#isThorough) list("Covered", inState("passed", "failed").map(fileOf));
    list("Not run on this machine", inState("skipped").map(groupOf));
    const flaky = tests.filter((test) => test.diagnostic()?.flaky);
    list(
      "Passed only on a retry",
      flaky.map((test) => `${groupOf(test)}: ${firstFaultOf(test)}`),
    );
  }
}

function fileOf(test: TestCase): string {
  return test.module.relativeModuleId;
}

function groupOf(test: TestCase): string {
  const group = test.parent.type === "suite" ? test.parent.fullName : test.name;
  return `${fileOf(test)}: ${group}`;
}

/** Why a test failed at first. */
function firstFaultOf(test: TestCase): string {
  const [{ message = "", stacks = [] } = {}] = test.result().errors ?? [];
  const lines = stacks.map(({ file, line }) => `${basename(file)}:${line}`);
  return `${message.split("\n", 1)[0]} (${lines.join(", ")})`;
}

/** Prints each different line once, with its count. */
function list(title: string, lines: string[]) {
  const counts = Map.groupBy(lines, (line) => line);
  if (counts.size === 0) return;
  const counted = [...counts].map(([line, { length }]) => `  ${line} (${length})`);
  process.stdout.write(`\n${title}:\n${counted.join("\n")}\n`);
}
