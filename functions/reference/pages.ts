import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type ApiEvent, originOf } from "../../shared/http/event.ts";
import type { Content } from "./content.ts";

/** What `npm run docs:build` made; on AWS it is beside the bundle. */
const folder = join(import.meta.dirname, "built");

/** Where the pages speak of the address of the API. */
const ORIGIN = "{{origin}}";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
};

const basePolicy = {
  "default-src": "'none'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "base-uri": "'none'",
  "form-action": "'none'",
  "frame-ancestors": "'none'",
};

const policies = {
  guide: formatPolicy(basePolicy),
  reference: formatPolicy({
    ...basePolicy,
    "script-src": "'self'",
    // "Try it" asks this very server.
    "connect-src": "'self'",
    // The renderer puts its styles into the page, from four places and without a nonce.
    "style-src": "'self' 'unsafe-inline'",
  }),
};

const files = new Map(readdirSync(folder).map((file) => [pathOf(file), file]));
const assets = new Map<string, Content>();

/** The page, guide or asset at a path, as `/docs/errors.md`; undefined: there is none. */
export function findPage(path: string, event: ApiEvent): Content | undefined {
  const file = files.get(path);
  if (file === undefined) return undefined;
  const type = types[extname(file.replace(/\.br$/, ""))] ?? "";
  if (!isPage(type)) return readAsset(file, type);
  const text = readFileSync(join(folder, file), "utf8");
  const policy = file === "index.html" ? policies.reference : policies.guide;
  return {
    type,
    text: text.replaceAll(ORIGIN, originOf(event).replaceAll(/[^\w:/.[\]-]/g, "")),
    headers: type === types[".html"] ? { "content-security-policy": policy } : {},
  };
}

function pathOf(file: string): string {
  if (file === "index.html") return "/docs";
  if (file === "llms.txt") return "/llms.txt";
  return `/docs/${file.replace(/\.html$|\.br$/, "")}`;
}

/** Styles and scripts have a hash in their names. */
function isPage(type: string): boolean {
  return type !== types[".css"] && type !== types[".js"];
}

/** The renderer is kept as its compressed bytes, which is what nearly every browser takes. */
function readAsset(file: string, type: string): Content {
  const known = assets.get(file);
  if (known) return known;
  const bytes = readFileSync(join(folder, file));
  const isCompressed = file.endsWith(".br");
  const asset = {
    type,
    get text() {
      return (isCompressed ? brotliDecompressSync(bytes) : bytes).toString();
    },
    asset: { name: file, encoded: isCompressed ? { br: bytes } : {} },
  };
  assets.set(file, asset);
  return asset;
}

function formatPolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}
