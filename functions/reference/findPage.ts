import { extname } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type ApiEvent, originOf } from "../../shared/http/event.ts";
import { type Content, ORIGIN } from "./content.ts";
import { RENDERER, readRenderer } from "./pages/renderer.ts";
import { prebuilt } from "./prebuilt.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".json": "application/json",
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
  "script-src": "'self'",
  // "Try it" calls this server.
  "connect-src": "'self'",
};

const policies = {
  guide: formatPolicy(basePolicy),
  reference: formatPolicy({
    ...basePolicy,
    // The renderer adds its styles to the page in four places, without a nonce.
    "style-src": "'self' 'unsafe-inline'",
  }),
};

const files = new Map(
  [...Object.keys(prebuilt.pages), RENDERER].map((file) => [pathOf(file), file]),
);
const assets = new Map<string, Content>();

/** The page, guide or asset at a path such as `/docs/errors.md`, or undefined. */
export function findPage(path: string, event: ApiEvent): Content | undefined {
  const file = files.get(path);
  if (file === undefined) return undefined;
  const type = types[extname(file)] ?? "";
  if (/\.(css|js)$/.test(file)) return findAsset(file, type);
  const policy = file === "index.html" ? policies.reference : policies.guide;
  const origin = originOf(event).replaceAll(/[^\w:/.[\]-]/g, "");
  return {
    type,
    text: (prebuilt.pages[file] ?? "").replaceAll(ORIGIN, origin),
    headers: type === types[".html"] ? { "content-security-policy": policy } : {},
  };
}

function pathOf(file: string): string {
  if (file === "index.html") return "/docs";
  if (file === "llms.txt") return "/llms.txt";
  if (file.startsWith("console/")) return `/${file.replace("/index.html", "")}`;
  return `/docs/${file.replace(/\.html$/, "")}`;
}

/** A style or script, whose name has a hash of its content. */
function findAsset(file: string, type: string): Content {
  const cached = assets.get(file);
  if (cached) return cached;
  const asset = file === RENDERER ? rendererContent(type) : styleOrScript(file, type);
  assets.set(file, asset);
  return asset;
}

function styleOrScript(name: string, type: string): Content {
  return { type, text: prebuilt.pages[name] ?? "", asset: { name, encoded: {} } };
}

/** Decompressed only for a client that does not take Brotli. */
function rendererContent(type: string): Content {
  const br = readRenderer();
  return {
    type,
    get text() {
      return brotliDecompressSync(br).toString();
    },
    asset: { name: `${RENDERER}.br`, encoded: { br } },
  };
}

function formatPolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}
