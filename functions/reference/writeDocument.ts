import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the document is kept that the API serves. */
export const documentFile = join(import.meta.dirname, "openapi.json");

/** Where the document of the last release is kept, which changes are compared with. */
export const releasedFile = join(import.meta.dirname, "released.json");

/** The document as the file has it. */
export async function renderDocument(): Promise<string> {
  // The entities want a table's name; nothing is read from it.
  process.env["TABLE_NAME"] ??= "none";
  const { buildDocument } = await import("./document/buildDocument.ts");
  return `${JSON.stringify(await buildDocument(), undefined, 2)}\n`;
}

/** `npm run openapi`, and with `-- --release` when the API is released. */
if (import.meta.main) {
  const text = await renderDocument();
  writeFileSync(documentFile, text);
  if (process.argv.includes("--release")) {
    writeFileSync(releasedFile, `${JSON.stringify(JSON.parse(text))}\n`);
  }
}
