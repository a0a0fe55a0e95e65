import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

/** The programs that users run: the scripts of package.json that check the installation first. */
const programs = new Set(
  Object.values(manifest.scripts).flatMap((script) => {
    const [, file] = /--import \.\/infra\/checkInstall\.js (?:--\S+ )*(\S+\.ts)/.exec(script) ?? [];
    return file ? [file] : [];
  }),
);

test.each([...programs, "infra/local/mail/preview.ts"])(
  "%s refuses an unknown option in one line",
  (program) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--no-such-option"], {
      encoding: "utf8",
    });
    const printed = stdout + stderr;
    expect({ status, lines: printed.trimEnd().split("\n").length }, printed).toEqual({
      status: 2,
      lines: 1,
    });
    expect(printed.trimEnd()).toMatch(/^[A-Z"n].*\.$/);
    expect(printed).not.toContain("Error");
  },
);
