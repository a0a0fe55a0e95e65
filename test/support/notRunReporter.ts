import type { Reporter, TestModule } from "vitest/node";

/** Says at the very end of a run which tests were not run on this machine, by file and group. */
export class NotRunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const { parent, name } of module.children.allTests("skipped")) {
        const group = parent.type === "suite" ? parent.fullName : name;
        const line = `${module.relativeModuleId}: ${group}`;
        counts.set(line, (counts.get(line) ?? 0) + 1);
      }
    }
    if (counts.size === 0) return;
    const lines = [...counts].map(([line, count]) => `  ${line} (${count})`);
    process.stdout.write(`\nNot run on this machine:\n${lines.join("\n")}\n`);
  }
}
