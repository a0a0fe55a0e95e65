import { type Appearance, contrast, textColourOn } from "../../../shared/catalogue/appearance.ts";
import { Html, html } from "../../../shared/platform/html.ts";
import { labelled, oneLine, type TextLanguage } from "../../../shared/vocabulary/texts.ts";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/** A part of a mail, in HTML and as text. */
interface Part {
  html: Html;
  text: string;
}

interface MailContent {
  language: TextLanguage;
  appearance: Appearance;
  subject: string;
  /** What lists of mails show beside the subject. */
  preview: string;
  parts: (Part | false)[];
  button?: { label: string; link: string } | undefined;
  footer: string;
  unsubscribe?: { label: string; url: string };
}

const MARGIN = "margin: 0 0 16px;";

/** A mail in a reseller's looks, as HTML in one column and as text. */
export function renderMail(content: MailContent): RenderedMail {
  const { language, subject, button, footer, unsubscribe } = content;
  const parts = content.parts.filter((part) => part !== false);
  const text = [
    ...parts.map((part) => part.text),
    button && `${labelled(button.label, language)} ${button.link}`,
    `-- \n${footer}${unsubscribe ? `\n${labelled(unsubscribe.label, language)} ${unsubscribe.url}` : ""}`,
  ];
  return {
    subject,
    html: frame(content, html`${parts.map((part) => part.html)}`).text,
    text: `${text.filter(Boolean).join("\n\n")}\n`,
  };
}

const [LIGHT_CARD, DARK_CARD] = ["#ffffff", "#1d2228"];
/** A button of a colour with less contrast to a card has a border. */
const LEAST_CONTRAST = 1.5;
const NAME = "margin: 0 0 24px; font-size: 16px; line-height: 24px; font-weight: 600;";
const FONT = "font-family: -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif;";
const TABLE = new Html(
  `role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`,
);

/**
 * The page around a mail's parts. Mail programs know tables and styles of elements best; Outlook for Windows takes
 * widths, fonts and paddings from tables and their cells only. A table of fixed layout is as narrow as the screen,
 * whatever a long word needs.
 */
function frame(content: MailContent, body: Html): Html {
  const { language, subject, preview, button, footer, unsubscribe } = content;
  const { colour, logo_url } = content.appearance;
  const sender = oneLine(content.appearance.sender);
  const text = textColourOn(colour);
  const colours = new Html(`background: ${colour}; color: ${text};`);
  const isSeen = [LIGHT_CARD, DARK_CARD].every((card) => contrast(card, colour) > LEAST_CONTRAST);
  const border = new Html(`border: 1px solid ${isSeen ? colour : text};`);
  return html`<!doctype html>
<html lang="${language}" dir="ltr">
<head>
<meta charset="utf-8">
<title>${subject}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
.page { background: #111418 !important; }
.card { background: ${DARK_CARD} !important; color: #e4e7eb !important; }
.label { color: #a9b4c0 !important; }
.logo { background: #ffffff; color: #1f2933; padding: 4px 8px; border-radius: 4px; }
}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #eef1f4;">
<div style="display: none; max-height: 0; overflow: hidden;">${preview}</div>
<table ${TABLE} class="page" style="background: #eef1f4; table-layout: fixed;"><tr><td align="center" style="padding: 16px 0 32px;">
<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table ${TABLE} style="max-width: 600px; table-layout: fixed; overflow-wrap: break-word; text-align: left;">
<tr><td role="main" class="card" style="padding: 32px 24px 24px; border-radius: 8px; background: ${LIGHT_CARD}; color: #1f2933; font-size: 16px; line-height: 24px; ${FONT}">
${
  logo_url
    ? html`<img src="${logo_url}" alt="${sender}" height="48" class="logo" style="${NAME} display: block; height: 48px; width: auto; max-width: 100%; box-sizing: border-box; object-fit: contain; object-position: left;">`
    : html`<p style="${NAME}">${sender}</p>`
}
${body}
${
  button &&
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${colour}" style="border-radius: 6px; mso-padding-alt: 12px 24px; ${border} ${colours}"><a href="${button.link}" style="display: inline-block; padding: 12px 24px; mso-padding-alt: 0; border-radius: 6px; ${colours} font-weight: 600; text-decoration: none;">${button.label}</a></td></tr></table>`
}
</td></tr>
<tr><td role="contentinfo" class="label" style="padding: 16px 24px; color: #5a6672; font-size: 13px; line-height: 20px; ${FONT}">${footer}${unsubscribe && html`<br><a href="${unsubscribe.url}" class="label" style="color: #3b4754;">${unsubscribe.label}</a>`}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

export function paragraph(text: string): Part {
  return { html: html`<p style="${MARGIN}">${text}</p>`, text };
}

/** What a mail says above all. */
export function headline(text: string): Part {
  const style = `${MARGIN} font-size: 20px; line-height: 28px;`;
  return { html: html`<h1 style="${style}">${text}</h1>`, text };
}

export function heading(text: string, language: TextLanguage): Part {
  const style = "margin: 24px 0 8px; font-size: 16px; line-height: 24px;";
  return { html: html`<h2 style="${style}">${text}</h2>`, text: labelled(text, language) };
}

/** Names with their values, such as a host or a figure, each with a note. A value that fits a line stays on it. */
export function facts(
  rows: { label: string; value: string; note?: string | undefined }[],
  language: TextLanguage,
): Part {
  const quiet = "color: #5a6672; font-size: 14px;";
  const whole = "display: inline-block; max-width: 100%; font-size: 15px;";
  return {
    html: html`${rows.map(
      ({ label, value, note }) =>
        html`<p style="margin: 0 0 12px;"><span class="label" style="${quiet}">${label}</span><br><strong dir="auto" style="${whole}">${value}</strong>${note && html` <span class="label" style="${quiet}">${note}</span>`}</p>`,
    )}`,
    text: rows
      .map(
        ({ label, value, note }) =>
          `${labelled(label, language)} ${value}${note ? `, ${note}` : ""}`,
      )
      .join("\n"),
  };
}

/** One of several things, with a title that may be a link, and lines of text. */
export function item(title: string, lines: string[], link?: string): Part {
  const bold = html`<b>${title}</b>`;
  return {
    html: html`<p style="${MARGIN}">${link ? html`<a href="${link}" style="color: inherit;">${bold}</a>` : bold}${lines.map((line) => html`<br>${line}`)}</p>`,
    text: `* ${[title, ...lines, ...(link ? [link] : [])].join("\n  ")}`,
  };
}
