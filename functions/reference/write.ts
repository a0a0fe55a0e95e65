import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { clientTypes } from "./clientTypes.ts";
import { contractOf } from "./contract.ts";
import { prebuilt } from "./prebuilt.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The types of the client, for `tsc` and `npm run client:pack`. */
const TYPES = join(import.meta.dirname, "client/schema.ts");
/** The document for programs that read a file. */
const DOCUMENT = join(ROOT, ".local/openapi.json");
/** The contract of the last release: a test refuses changes that break its clients. */
const RELEASED = join(import.meta.dirname, "released.json");

const writers: Readonly<Record<string, () => void>> = {
  client: () => writeFileSync(TYPES, clientTypes(prebuilt.document)),
  document: () => {
    mkdirSync(join(ROOT, ".local"), { recursive: true });
    writeFileSync(DOCUMENT, `${JSON.stringify(prebuilt.document, undefined, 2)}\n`);
  },
  release: () => {
    const { version } = prebuilt.document.info;
    writeFileSync(
      RELEASED,
      `${JSON.stringify({ version, contract: contractOf(prebuilt.document) })}\n`,
    );
  },
};

/** `npm run client:types`, `openapi` and `openapi:release` */
if (import.meta.main) {
  for (const name of process.argv.slice(2)) writers[name]?.();
}
