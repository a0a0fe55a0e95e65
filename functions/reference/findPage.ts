import { extname } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type ApiEvent, originOf } from "../../shared/http/event.ts";
import { type Content, ORIGIN } from "./content.ts";
import { RENDERER, readRenderer } from "./pages/renderer.ts";
import { prebuilt } from "./prebuilt.ts";

const HTML = "text/html; charset=utf-8";
const types: Record<string, string> = {
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

const RENDERER_PATH = `/docs/${RENDERER}`;

/** The page, guide or asset at a path such as `/docs/errors.md`, or undefined. */
export function findPage(path: string, event: ApiEvent): Content | undefined {
  const type = types[extname(path)] ?? HTML;
  if (path === RENDERER_PATH) return rendererContent(type);
  const pages = path.startsWith("/console") ? prebuilt.console : prebuilt.pages;
  if (!Object.hasOwn(pages, path)) return undefined;
  const text = pages[path] ?? "";
  // The name of a style or script has a hash of its content.
  if (/\.(css|js)$/.test(path)) return { type, text, isFixed: true };
  const policy = path === "/docs" ? policies.reference : policies.guide;
  const origin = originOf(event).replaceAll(/[^\w:/.[\]-]/g, "");
  return {
    type,
    text: text.replaceAll(ORIGIN, origin),
    headers: type === HTML ? { "content-security-policy": policy } : {},
  };
}

/** Decompressed only for a client that does not take Brotli. */
function rendererContent(type: string): Content {
  const br = readRenderer();
  return {
    type,
    get text() {
      return brotliDecompressSync(br).toString();
    },
    isFixed: true,
    br,
  };
}

function formatPolicy(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
}
