import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OpenApiDocument } from "./document/buildDocument.ts";

/** What the function serves: the description of the API, and the pages by the names of their files. */
interface Prebuilt {
  document: OpenApiDocument;
  pages: Record<string, string>;
}

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache/reference");
/** Everything that the description and the pages are built from. */
const MOST_BYTES = 64 * 1024 * 1024;
const SOURCES = ["package*.json", "functions/**/*.*", "shared/**/*.ts"];
/** Dictionaries, which the first start converts. */
const OTHERS = ["**/words/**"];

/**
 * Built from the schemas, descriptions and guides when they have changed, otherwise read from a cache.
 * In a bundle this module is replaced by its value.
 */
export const prebuilt: Prebuilt = import.meta.main ? await build() : readCached();

async function build(): Promise<Prebuilt> {
  // The entities need the name of a table when they are imported; nothing is read from it.
  process.env["TABLE_NAME"] ??= "none";
  const { buildDocument } = await import("./document/buildDocument.ts");
  const { renderPages } = await import("./pages/renderPages.ts");
  const { buildConsole } = await import("../console/buildConsole.ts");
  const document = await buildDocument();
  return { document, pages: { ...renderPages(document), ...(await buildConsole()) } };
}

/** Built by a process of its own, which gives its memory back. */
function readCached(): Prebuilt {
  const file = join(CACHE, `${hashSources()}.json`);
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    const text = execFileSync(process.execPath, [import.meta.filename], {
      encoding: "utf8",
      maxBuffer: MOST_BYTES,
    });
    mkdirSync(CACHE, { recursive: true });
    // Built from older sources.
    for (const old of globSync("*.json", { cwd: CACHE })) rmSync(join(CACHE, old), { force: true });
    // Renamed, as several processes may write it at once.
    const own = `${CACHE}/${process.pid}`;
    writeFileSync(own, text);
    renameSync(own, file);
    return JSON.parse(text);
  }
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: ROOT, exclude: OTHERS }).toSorted()) {
    hash.update(`${path}\0`).update(readFileSync(join(ROOT, path)));
  }
  return hash.digest("hex").slice(0, 16);
}

if (import.meta.main) process.stdout.write(JSON.stringify(prebuilt));
