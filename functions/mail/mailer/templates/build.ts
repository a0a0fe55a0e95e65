import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Not a dependency: only this command needs its many packages. */
const MJML = "mjml@5.4.1";
const STAND_INS = { "#c0ffee": "{{colour}}", "#facade": "{{text_colour}}" };

export const templates = ["onboarding", "report"] as const;

const sourceOf = (template: string) => join(import.meta.dirname, `${template}.mjml`);

/** SHA-256 of a template's source, which the compiled module repeats. */
export function sourceHash(template: (typeof templates)[number]): string {
  return createHash("sha256")
    .update(readFileSync(sourceOf(template)))
    .digest("hex");
}

/** Compiles a template, such as onboarding.mjml into onboarding.ts. */
async function build(template: (typeof templates)[number]) {
  const source = sourceOf(template);
  const options = ["--config.validationLevel=strict", "--stdout", "--noStdoutFileComment"];
  const { stdout } = await promisify(execFile)("npx", ["--yes", MJML, source, ...options]);
  let html = stdout.trim();
  for (const [colour, name] of Object.entries(STAND_INS)) html = html.replaceAll(colour, name);
  const literal = html.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&");
  const module = [
    `// Made of ${template}.mjml by \`npm run mail:build\`.`,
    `export const SOURCE_HASH = "${sourceHash(template)}";`,
    "",
    `export const HTML = \`${literal}\n\`;`,
    "",
  ];
  writeFileSync(join(import.meta.dirname, `${template}.ts`), module.join("\n"));
}

if (import.meta.main) for (const template of templates) await build(template);
