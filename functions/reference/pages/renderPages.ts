import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Marked, type Tokens } from "marked";
import { ORIGIN } from "../content.ts";
import type { OpenApiDocument } from "../document/buildDocument.ts";
import { type Guide, readGuides } from "./guides.ts";
import { hashedName, RENDERER } from "./renderer.ts";

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

const TITLE = "Reseller website monitoring";
/** Short enough for a phone. */
const NAME = "Website monitoring";

/** The name of a style or script, with a hash of its content. */
type AssetNames = (file: string) => string;

/** The page of a guide. Without scripts it lacks its buttons. */
function guidePage(guide: Guide, guides: Guide[], names: AssetNames): string {
  const { html, headings } = renderMarkdown(guide.markdown);
  const contents = headings.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`);
  return page({
    title: `${guide.title} – ${TITLE}`,
    description: guide.summary,
    base: "",
    styles: ["bar.css", "base.css", "guide.css"].map(names),
    body: `<div class="columns">
<main id="content" tabindex="-1">
<a class="to-guides" href="#guides">All guides</a>
${contents.length > 1 ? `<details class="contents"><summary>On this page</summary><ul>${contents.join("")}</ul></details>` : ""}
${html}
<p class="source"><a href="${guide.name}.md">This page as Markdown</a></p>
</main>
<nav class="guides" id="guides" aria-label="Guides">
<ul>
${guides.map((each) => guideLink(each, each === guide)).join("\n")}
</ul>
</nav>
</div>
<script src="${names("guide.js")}"></script>`,
    current: "guides",
  });
}

/** The page of the reference, which the renderer fills. */
function referencePage(names: AssetNames): string {
  return page({
    title: `API reference – ${TITLE}`,
    description: "Every endpoint, field, error and event, with a way to try them.",
    base: "docs/",
    styles: ["bar.css", "reference.css"].map(names),
    body: `<div id="content" tabindex="-1"><div id="reference"></div></div>
<noscript><p class="notice">The reference needs JavaScript. The same is in <a href="openapi.json">openapi.json</a>, and the <a href="docs/quick-start">guides</a> need none.</p></noscript>
<script src="docs/${RENDERER}"></script>
<script src="docs/${names("reference.js")}"></script>`,
    current: "reference",
  });
}

function guideLink({ name, title }: Guide, isCurrent: boolean): string {
  return `<li><a href="${name}"${isCurrent ? ' aria-current="page"' : ""}>${title}</a></li>`;
}

interface Page {
  title: string;
  description: string;
  /** From the page's own address to the folder of the guides. */
  base: string;
  styles: string[];
  body: string;
  current: "guides" | "reference";
}

function page({ title, description, base, styles, body, current }: Page): string {
  const link = (href: string, text: string, isCurrent: boolean) =>
    `<a href="${href}"${isCurrent ? ' aria-current="true"' : ""}>${text}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(description.replaceAll("`", ""))}">
<title>${title}</title>
<link rel="icon" href="data:,">
${styles.map((name) => `<link rel="stylesheet" href="${base}${name}">`).join("\n")}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav class="bar" aria-label="Documentation">
<span class="name">${NAME}</span>
${link(`${base}quick-start`, "Guides", current === "guides")} ${link(base === "" ? "../docs" : "docs", "Reference", current === "reference")} ${link(base === "" ? "../console" : "console", "Console", false)}
</nav>
${body}
</body>
</html>
`;
}

/** A heading that the table of contents of a page names. */
interface Heading {
  id: string;
  html: string;
}

/** HTML of a guide, and its headings of the second level. Links to `errors.md` lead to its page. */
function renderMarkdown(markdown: string): { html: string; headings: Heading[] } {
  const headings: Heading[] = [];
  const marked = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${html}</h1>\n`;
        const id = anchorOf(text);
        if (depth === 2) headings.push({ id, html });
        // The heading's text is the link to it, so that a keyboard reaches one element with a name.
        return `<h${depth} id="${id}"><a href="#${id}">${html}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const target = /^[a-z]+:/.test(href) ? href : href.replace(/\.md(?=#|$)/, "");
        return `<a href="${target}">${this.parser.parseInline(tokens)}</a>`;
      },
      // Wide blocks scroll separately from the page, also by keyboard.
      code({ text, lang = "" }: Tokens.Code) {
        return `<div class="code"><pre tabindex="0"><code class="language-${lang}">${escapeHtml(text)}\n</code></pre></div>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("");
        const body = rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        const head = `<thead><tr>${cells(header, "th")}</tr></thead>`;
        return `<div class="table" tabindex="0"><table>\n${head}\n<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  return { html: marked.parse(markdown) as string, headings };
}

/** As GitHub makes anchors of headings. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
