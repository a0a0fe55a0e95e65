import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { buildConsole } from "../console/buildConsole.ts";
import type { OpenApiDocument } from "./document/buildDocument.ts";

/** The description of the API, and the pages about it by their paths. */
interface Reference {
  document: OpenApiDocument;
  pages: Record<string, string>;
}

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache/reference");
/** Everything that the description and the pages are built from. */
const SOURCES = ["package*.json", "functions/**/*.*", "shared/**/*.ts"];
/** Dictionaries, which the first start converts. */
const OTHERS = ["**/words/**"];

let reference: Reference | undefined;
let console: Record<string, string> | undefined;

/**
 * Built from the schemas, descriptions and guides when they are first used after a change, otherwise read from a cache.
 * The console alone takes a moment and needs no cache. In a bundle this module is replaced by its value.
 */
export const prebuilt = {
  get document() {
    reference ??= readCached();
    return reference.document;
  },
  get pages() {
    reference ??= readCached();
    return reference.pages;
  },
  get console() {
    console ??= buildConsole();
    return console;
  },
};

/** Built by a process of its own, which gives its memory back. */
function readCached(): Reference {
  const file = cacheFile();
  if (!existsSync(file)) execFileSync(process.execPath, [import.meta.filename]);
  return JSON.parse(readFileSync(file, "utf8"));
}

function cacheFile(): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: OTHERS }).toSorted()) {
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return join(CACHE, `${hash.digest("hex").slice(0, 16)}.json`);
}

async function build(): Promise<Reference> {
  // The entities need the name of a table when they are imported; nothing is read from it.
  process.env["TABLE_NAME"] ??= "none";
  const { buildDocument } = await import("./document/buildDocument.ts");
  const { renderPages } = await import("./pages/renderPages.ts");
  const document = await buildDocument();
  return { document, pages: renderPages(document) };
}

async function fillCache(file: string) {
  const text = JSON.stringify(await build());
  mkdirSync(CACHE, { recursive: true });
  // Built from older sources.
  for (const old of globSync("*.json", { cwd: CACHE })) rmSync(join(CACHE, old), { force: true });
  // Renamed, as several processes may write it at once.
  const own = join(CACHE, String(process.pid));
  writeFileSync(own, text);
  renameSync(own, file);
}

if (import.meta.main && !existsSync(cacheFile())) await fillCache(cacheFile());
