import { createHash } from "node:crypto";
import { type Appearance, readableOn, textColourOn } from "../../../shared/catalogue/appearance.ts";
import { Html, html } from "../../../shared/platform/html.ts";
import type { TextLanguage } from "../../../shared/vocabulary/texts.ts";
import { style } from "./style.ts";

const [LIGHT, DARK] = ["#ffffff", "#15191e"];

/** A page for a reseller's users, and the policy that lets a browser load nothing but its style and logo. */
export interface Page {
  html: string;
  contentSecurityPolicy: string;
}

interface Content {
  language: TextLanguage;
  title: string;
  appearance: Appearance;
  body: Html;
}

/** A whole page without a script, in a reseller's name and colour, readable in light and dark. */
export function page({ language, title, appearance, body }: Content): Page {
  const css = `${coloursOf(appearance)}${style}`;
  const hash = createHash("sha256").update(css).digest("base64");
  const logo = appearance.logo_url && URL.parse(appearance.logo_url)?.origin;
  return {
    html: html`<!doctype html>
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
    contentSecurityPolicy: [
      ...["default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"],
      `style-src 'sha256-${hash}'`,
      ...(logo ? [`img-src ${logo}`] : []),
    ].join("; "),
  };
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
