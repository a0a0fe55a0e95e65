import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Not a dependency: only this command needs its many packages. */
const MJML = "mjml@5.4.1";
const STAND_INS = { "#c0ffee": "{{colour}}", "#facade": "{{text_colour}}" };

const SOURCE = join(import.meta.dirname, "mail.mjml");

/** SHA-256 of the template's source, which the compiled module repeats. */
export function sourceHash(): string {
  return createHash("sha256").update(readFileSync(SOURCE)).digest("hex");
}

/** Compiles mail.mjml into mail.ts. */
async function build() {
  const options = ["--config.validationLevel=strict", "--stdout", "--noStdoutFileComment"];
  const { stdout } = await promisify(execFile)("npx", ["--yes", MJML, SOURCE, ...options]);
  let html = stdout.trim();
  for (const [colour, name] of Object.entries(STAND_INS)) html = html.replaceAll(colour, name);
  const literal = html.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&");
  const module = [
    "// Made of mail.mjml by `npm run mail:build`.",
    `export const SOURCE_HASH = "${sourceHash()}";`,
    "",
    `export const HTML = \`${literal}\n\`;`,
    "",
  ];
  writeFileSync(join(import.meta.dirname, "mail.ts"), module.join("\n"));
}

if (import.meta.main) await build();
