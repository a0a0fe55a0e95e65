import { exec } from "node:child_process";
import type { Reporter } from "vitest/node";

/** Runs `npm run check` beside the tests, and prints what it says. If it fails, the run ends at once. */
export class CheckReporter implements Reporter {
  #passed: Promise<void> | undefined;

  onInit() {
    this.#passed = new Promise((resolve) => {
      exec("npm run --silent check", (error, stdout, stderr) => {
        process.stderr.write(`\n${stdout}${stderr}`);
        if (!error) return resolve();
        process.stderr.write("\nnpm run check failed.\n");
        process.exit(1);
      });
    });
  }

  async onTestRunEnd() {
    await this.#passed;
  }
}
