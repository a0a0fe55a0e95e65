import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { hashedName } from "./renderer.ts";

const PACKAGE = "@scalar/api-reference";
const VERSION = "1.72.1";
const NOTICE = `/*! ${PACKAGE} ${VERSION}, MIT License, https://github.com/scalar/scalar */\n`;

/** `npm run renderer`: fetches the renderer of this version, and prints the name for `renderer.ts`. */
if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), "renderer-"));
  try {
    execFileSync("npm", ["pack", "--silent", `${PACKAGE}@${VERSION}`], { cwd: folder });
    const [archive = ""] = readdirSync(folder);
    const file = "package/dist/browser/standalone.js";
    execFileSync("tar", ["-xzf", archive, file], { cwd: folder });
    const script = NOTICE + readFileSync(join(folder, file), "utf8");
    const name = hashedName(`scalar-${VERSION}.js`, script);
    writeFileSync(join(import.meta.dirname, `${name}.br`), brotliCompressSync(script));
    process.stdout.write(`${name}\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
