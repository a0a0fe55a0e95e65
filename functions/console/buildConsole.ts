import { basename, extname, join } from "node:path";
import { buildSync } from "esbuild";

const TITLE = "Website monitoring";

/** The files of the console by their paths on the server: the page, its script and its style. */
export function buildConsole(): Record<string, string> {
  const { outputFiles } = buildSync({
    entryPoints: ["main.tsx", "style.css"].map((file) => join(import.meta.dirname, "app", file)),
    outdir: "console",
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2023",
    charset: "utf8",
    logLevel: "warning",
  });
  const assets = outputFiles.map(({ path, text }): [string, string] => [
    `/console/${basename(path)}`,
    text,
  ]);
  const named = (extension: string) =>
    // Relative, as a proxy may add a path.
    assets.find(([path]) => extname(path) === extension)?.[0].slice(1) ?? "";
  return Object.fromEntries([
    ["/console", page({ script: named(".js"), style: named(".css") })],
    ...assets,
  ]);
}

function page({ script, style }: { script: string; style: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${TITLE}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
<script defer src="${script}"></script>
</head>
<body>
<div id="console"></div>
<noscript><p class="notice">The console needs JavaScript. The same is in the <a href="docs">API</a>.</p></noscript>
</body>
</html>
`;
}
