import { createHash } from "node:crypto";
import {
  type Appearance,
  appearanceOf,
  readableOn,
  textColourOn,
} from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { Html, html } from "../../../shared/platform/html.ts";
import { type TextLanguage, textLanguageOf } from "../../../shared/vocabulary/texts.ts";
import { style } from "./style.ts";

const [LIGHT, DARK] = ["#ffffff", "#15191e"];

/** What a request is answered with. */
export interface Content {
  type: string;
  body: string;
  headers?: Record<string, string>;
}

interface PageParts {
  language: TextLanguage;
  title: string;
  appearance: Appearance;
  body: Html;
  /** What it may do beside loading its style and logo. */
  policy?: string[];
}

/** A whole page in a reseller's name and colour, readable in light and dark. */
export function page({ language, title, appearance, body, policy = [] }: PageParts): Content {
  const css = `${coloursOf(appearance)}${style}`;
  const hash = createHash("sha256").update(css).digest("base64");
  const logo = appearance.logo_url && URL.parse(appearance.logo_url)?.origin;
  const contentSecurityPolicy = [
    ...["default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
    `style-src 'sha256-${hash}'`,
    ...(logo ? [`img-src ${logo}`] : []),
    ...policy,
  ].join("; ");
  return {
    type: "text/html; charset=utf-8",
    headers: { "content-security-policy": contentSecurityPolicy },
    body: html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<style>${new Html(css)}</style>
</head>
<body>
${body}
</body>
</html>
`.text,
  };
}

/** The answer with a content, which search engines leave out. The content's own headers count most. */
export function present(content: Content, headers: Record<string, string>, statusCode = 200) {
  return {
    statusCode,
    headers: {
      "content-type": content.type,
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex, nofollow",
      ...headers,
      ...content.headers,
    },
    body: content.body,
  };
}

/** The answer for an address that leads nowhere, in the language of the browser and in nobody's name. */
export function missingPage({ headers }: ApiEvent) {
  const [, preferred = ""] = /^([a-z]{2,3})\b/i.exec(headers["accept-language"] ?? "") ?? [];
  const language = textLanguageOf(preferred);
  const { missing, missingWhy } = catalogues[language].status;
  const content = page({
    ...{ language, title: missing, appearance: appearanceOf({ name: "" }) },
    body: html`<main><h1>${missing}</h1><p>${missingWhy}</p></main>`,
  });
  return present(content, { "cache-control": "no-store", vary: "accept-language" }, 404);
}

/** A heading of a level: `h3` for 3. */
export function heading(level: number, text: Html | string): Html {
  const tag = new Html(`h${level}`);
  return html`<${tag}>${text}</${tag}>`;
}

/** The reseller's logo, or its name, with its link. */
export function brand({ sender, logo_url, link }: Appearance): Html {
  const mark = logo_url
    ? html`<p class="brand"><img src="${logo_url}" alt="${sender}" height="48"></p>`
    : html`<p class="brand" dir="auto">${sender}</p>`;
  return link ? html`<a href="${link}" rel="noopener">${mark}</a>` : mark;
}

function coloursOf({ colour }: Appearance): string {
  const accent = (background: string) => {
    const readable = readableOn(background, colour);
    return `--accent:${readable};--on-accent:${textColourOn(readable)}`;
  };
  return `@media screen{html{border-top:6px solid ${colour}}}
:root{color-scheme:light dark;--page:${LIGHT};--text:#1f2933;--quiet:#52606d;--line:#d9dfe5;${accent(LIGHT)}}
@media screen and (prefers-color-scheme:dark){:root{--page:${DARK};--text:#e4e7eb;--quiet:#a9b4c0;--line:#39424c;${accent(DARK)}}.brand img{background:#fff;color:#1f2933;padding:4px 8px;border-radius:4px}}
`;
}
