import type { Reporter, TestCase, TestModule } from "vitest/node";

/**
 * Says at the very end of a run which tests were not run on this machine, and which passed only when
 * they were run again: these depend on a moment, and want to be mended. By file and group.
 */
export class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    list("Not run on this machine", modules, (test) => test.result().state === "skipped");
    list("Passed only when run again", modules, (test) => test.diagnostic()?.flaky === true);
  }
}

function list(
  title: string,
  modules: readonly TestModule[],
  isListed: (test: TestCase) => boolean,
) {
  const counts = new Map<string, number>();
  for (const module of modules) {
    for (const test of module.children.allTests()) {
      if (!isListed(test)) continue;
      const group = test.parent.type === "suite" ? test.parent.fullName : test.name;
      const line = `${module.relativeModuleId}: ${group}`;
      counts.set(line, (counts.get(line) ?? 0) + 1);
    }
  }
  if (counts.size === 0) return;
  const lines = [...counts].map(([line, count]) => `  ${line} (${count})`);
  process.stdout.write(`\n${title}:\n${lines.join("\n")}\n`);
}
