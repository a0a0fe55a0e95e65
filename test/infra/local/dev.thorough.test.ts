import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually, makeDirectory, runProgram } from "./support.ts";
import { waysToSave } from "./waysToSave.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FILE = "functions/plans/index.ts";

/** A copy of the code that can be changed, with the packages of this one. */
function copyCode(): string {
  const copy = makeDirectory();
  for (const name of [
    "infra",
    "functions",
    "shared",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
  ])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules")).filter((name) => name !== ".cache"))
    symlinkSync(join(ROOT, "node_modules", name), join(copy, "node_modules", name));
  return copy;
}

test("npm run dev reloads after each of three saves of every kind, says what, and checks the types", async () => {
  const copy = copyCode();
  const dev = runProgram(process.execPath, [join(copy, "infra/local/dev.ts")], {
    DATA_DIR: join(copy, ".local"),
    PORT: "0",
  });
  const count = (text: string) => (dev.output.stdout + dev.output.stderr).split(text).length - 1;
  const next = async (text: string, change: () => void) => {
    const before = count(text);
    change();
    await eventually(() => count(text) > before);
  };
  await eventually(() => count("Base URL"));
  await eventually(() => count("The types are right."));

  const file = join(copy, FILE);
  const code = readFileSync(file, "utf8");
  for (const [way, save] of Object.entries(waysToSave)) {
    for (const time of [1, 2, 3]) {
      const comment = `// ${way}, ${time}\n`;
      const whole = code + comment;
      await next(`Reloading: ${FILE}\n`, () => save(file, whole));
    }
  }
  await next("It starts again when you save a file.", () =>
    writeFileSync(file, "export const = 1;\n"),
  );
  await next("Base URL", () => writeFileSync(file, code));
  await next("error TS", () => writeFileSync(file, `${code}const wrong: string = 1;\n`));
  await next("The types are right.", () => writeFileSync(file, code));
  expect(count("Reloading: ")).toBe(Object.keys(waysToSave).length * 3 + 4);

  dev.child.kill("SIGTERM");
  expect(await dev.exited).toMatchObject({ code: 0 });
});
