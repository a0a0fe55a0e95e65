import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ORIGIN } from "../content.ts";
import type { OpenApiDocument } from "../document/buildDocument.ts";
import { type Guide, readGuides } from "./guides.ts";
import { guidePage, referencePage } from "./layout.ts";
import { hashedName } from "./renderer.ts";

const sources = [
  ...["bar.css", "base.css", "guide.css", "reference.css"],
  ...["guide.js", "reference.js"],
];

/** What is served by its path: pages, guides as Markdown, `llms.txt`, styles and scripts, but not the renderer. */
export function renderPages(document: OpenApiDocument): Record<string, string> {
  const assets = Object.fromEntries(sources.map((file) => [file, readAsset(file)]));
  const names = (file: string) => assets[file]?.name ?? "";
  const guides = readGuides(document);
  return Object.fromEntries([
    ...Object.values(assets).map(({ name, text }) => [`/docs/${name}`, text]),
    ["/docs", referencePage(names)],
    ["/llms.txt", llmsText(guides)],
    ...guides.flatMap((guide) => [
      [`/docs/${guide.name}`, guidePage(guide, guides, names)],
      [`/docs/${guide.name}.md`, guide.markdown],
    ]),
  ]);
}

function readAsset(file: string) {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  return { name: hashedName(file, text), text };
}

/** For language models: https://llmstxt.org */
function llmsText(guides: Guide[]): string {
  const links = guides.map(
    ({ name, title, summary }) => `- [${title}](${ORIGIN}/docs/${name}.md): ${summary}`,
  );
  return `# Reseller website monitoring

> An API for resellers of a website monitoring and audit product: users, businesses, websites,
> competitors, plans, feed items and webhooks. JSON over HTTPS, with a key in the header \`api-key\`.

## Reference

- [OpenAPI 3.1](${ORIGIN}/openapi.json): every endpoint, field, rule, status and event

## Guides

${links.join("\n")}
`;
}
