import { createHash } from "node:crypto";
import { textColourOn } from "../../../shared/catalogue/appearance.ts";
import { html } from "../../../shared/platform/html.ts";
import {
  nameUptime,
  tellUptime,
  uptimeTogether,
  wordsOf,
} from "../../../shared/reports/writing.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";
import type { WebsiteState } from "../../../shared/vocabulary/websiteState.ts";
import type { Content } from "../report/page.ts";
import type { Shared } from "./shared.ts";
import { findStatus } from "./status.ts";
import { headlineOf } from "./statusPage.ts";

const GREY = "#57606a";
const COLOURS: Record<WebsiteState, string> = {
  ...{ up: "#1a7f37", down: "#c62828", unstable: "#9a6700" },
  ...{ maintenance: GREY, not_checked: GREY, paused: GREY },
};
const HEIGHT = 20;
const PADDING = 8;
const CHARACTER = 6.6;
const MOST_OF_A_LABEL = 40;

/** An image of the state, or of the uptime in 90 days, with the business's name. It loads nothing. */
export async function badge(shared: Shared, shows: "state" | "uptime"): Promise<Content> {
  const { appearance, language, now } = shared;
  const status = await findStatus(shared);
  const words = wordsOf(language, "UTC", now);
  const { state, text } = headlineOf(status, words);
  const label = oneLine(status.name, MOST_OF_A_LABEL);
  const uptime = shows === "uptime" ? uptimeTogether(status.websites) : undefined;
  const figure = uptime ? tellUptime(uptime, words) : words.texts.unknown;
  const value = shows === "uptime" ? `${words.texts.uptime} ${figure}` : words.texts.states[state];
  const [labelWidth, valueWidth] = [widthOf(label), widthOf(value)];
  const fill = COLOURS[state];
  const part = (text: string, [x, width]: [number, number], colour: string) =>
    html`<rect x="${x}" width="${width}" height="${HEIGHT}" fill="${colour}"/><text x="${x + PADDING}" y="14" fill="${textColourOn(colour)}" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  const title = `${label}: ${uptime ? `${nameUptime(uptime, words)}: ${figure}` : text}`;
  // Several images may be part of one page.
  const clip = `c${createHash("sha256").update(`${shared.share.uuid}${value}`).digest("hex").slice(0, 16)}`;
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" width="${labelWidth + valueWidth}" height="${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title><clipPath id="${clip}"><rect width="${labelWidth + valueWidth}" height="${HEIGHT}" rx="4"/></clipPath><g clip-path="url(#${clip})" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${part(label, [0, labelWidth], appearance.colour)}${part(value, [labelWidth, valueWidth], fill)}</g></svg>`;
  return {
    type: "image/svg+xml",
    body: body.text,
    headers: {
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      // As a page of its own it does nothing.
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
  };
}

/** About the width of a text; `textLength` then makes the text fit, whatever the font. */
function widthOf(text: string): number {
  return Math.round([...text].length * CHARACTER) + 2 * PADDING;
}
