import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { hashedName } from "./hashedName.ts";

/**
 * What shows the reference. Not a dependency: it brings 272 packages, and its one file for browsers
 * is all that is needed, so that file is kept, compressed.
 */
const PACKAGE = "@scalar/api-reference";
const VERSION = "1.72.1";
const NOTICE = `/*! ${PACKAGE} ${VERSION}, MIT License, https://github.com/scalar/scalar */\n`;

/** Where the pages are kept that the function serves. */
export const builtFolder = join(import.meta.dirname, "../built");

/** The name under which the renderer of this version is served; undefined: it was not built yet. */
export function findRenderer(): string | undefined {
  const file = readdirSync(builtFolder).find((name) => name.startsWith(`scalar-${VERSION}-`));
  return file?.replace(/\.br$/, "");
}

/** The pages as the files have them. */
export async function makePages(renderer: string): Promise<Map<string, string>> {
  // The entities want a table's name; nothing is read from it.
  process.env["TABLE_NAME"] ??= "none";
  const { renderPages } = await import("./renderPages.ts");
  return renderPages(renderer);
}

/** `npm run docs:build`: writes all pages anew, and fetches the renderer where it is another one. */
if (import.meta.main) {
  mkdirSync(builtFolder, { recursive: true });
  const renderer = findRenderer() ?? fetchRenderer();
  for (const file of readdirSync(builtFolder)) {
    if (file !== `${renderer}.br`) rmSync(join(builtFolder, file));
  }
  for (const [file, text] of await makePages(renderer))
    writeFileSync(join(builtFolder, file), text);
}

function fetchRenderer(): string {
  const folder = mkdtempSync(join(tmpdir(), "renderer-"));
  try {
    execFileSync("npm", ["pack", "--silent", `${PACKAGE}@${VERSION}`], { cwd: folder });
    const [archive = ""] = readdirSync(folder);
    const file = "package/dist/browser/standalone.js";
    execFileSync("tar", ["-xzf", archive, file], { cwd: folder });
    const script = NOTICE + readFileSync(join(folder, file), "utf8");
    const name = hashedName(`scalar-${VERSION}.js`, script);
    writeFileSync(join(builtFolder, `${name}.br`), brotliCompressSync(script));
    return name;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
