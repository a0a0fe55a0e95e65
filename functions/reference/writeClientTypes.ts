import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { documentFile } from "./writeDocument.ts";

/** Not in package.json: it needs another TypeScript, for what changes with the document only. */
const PACKAGE = "openapi-typescript@7.13.0";

/** The types of the client, which are made from the document. */
export const typesFile = join(import.meta.dirname, "../../shared/client/schema.ts");

/** The first line of the types, which says what they were made from. */
export function firstLine(): string {
  const hash = createHash("sha256").update(readFileSync(documentFile)).digest("hex");
  return `// By \`npm run openapi\` and ${PACKAGE}, from the document with the SHA-256 ${hash}.\n`;
}

/** `npm run client:types`, which follows `npm run openapi`. */
if (import.meta.main && !readFileSync(typesFile, "utf8").startsWith(firstLine())) {
  const options = ["--root-types", "--root-types-no-schema-prefix", "--default-non-nullable=false"];
  const { status, stdout } = spawnSync(
    "npx",
    ["--yes", "--loglevel=error", PACKAGE, documentFile, ...options],
    { stdio: ["ignore", "pipe", "inherit"], encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  if (status !== 0) throw new Error(`${PACKAGE} failed`);
  writeFileSync(typesFile, firstLine() + stdout);
}
