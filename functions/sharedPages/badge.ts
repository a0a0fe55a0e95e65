import { textColourOn } from "../../shared/appearance.ts";
import { catalogues } from "../../shared/catalogue/catalogues.ts";
import { html } from "../../shared/html.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { formatsOf } from "../reports/formats.ts";
import type { State, WebsiteStatus } from "./readStatus.ts";
import type { Content, Shared } from "./shared.ts";
import { findStatus } from "./status.ts";
import { headlineOf } from "./statusPage.ts";

const COLOURS: Record<State, string> = {
  up: "#1a7f37",
  down: "#c62828",
  unchecked: "#57606a",
  paused: "#57606a",
};
const HEIGHT = 20;
const PADDING = 8;
const CHARACTER = 6.6;

/**
 * An image of the state, or with `?show=uptime` of the percentage of 90 days. It loads nothing, and has no
 * text of others in it.
 */
export async function badge(shared: Shared, event: ApiEvent): Promise<Content> {
  const { appearance, language } = shared;
  const status = await findStatus(shared);
  const texts = catalogues[language].status;
  const formats = formatsOf(language, "UTC");
  const { state, text } = headlineOf(status, { texts, formats, language });
  const isUptime = event.queryStringParameters?.["show"] === "uptime";
  const label = isUptime ? texts.uptime : texts.website;
  const uptime = uptimeOf(status.websites);
  const told = uptime === undefined ? texts.noData : formats.percent(uptime);
  const value = isUptime ? told : texts.states[state];
  const [left, right] = [widthOf(label), widthOf(value)];
  const fill = isUptime && uptime === undefined ? COLOURS.unchecked : COLOURS[state];
  const part = (text: string, [x, width]: [number, number], colour: string) =>
    html`<rect x="${x}" width="${width}" height="${HEIGHT}" fill="${colour}"/><text x="${x + PADDING}" y="14" fill="${textColourOn(colour)}" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${text}</text>`;
  const title = isUptime ? `${label}: ${value}` : text;
  const body = html`<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title><clipPath id="c"><rect width="${left + right}" height="${HEIGHT}" rx="4"/></clipPath><g clip-path="url(#c)" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${part(label, [0, left], appearance.colour)}${part(value, [left, right], fill)}</g></svg>`;
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

/** The mean of the websites, rounded down like that of each; undefined before the first probe. */
function uptimeOf(websites: WebsiteStatus[]): number | undefined {
  const known = websites.flatMap(({ uptime_percentage }) => uptime_percentage ?? []);
  if (known.length === 0) return undefined;
  return Math.floor((known.reduce((sum, each) => sum + each) / known.length) * 100) / 100;
}

/** About the width of a text; `textLength` then makes the text fit, whatever the font. */
function widthOf(text: string): number {
  return Math.round([...text].length * CHARACTER) + 2 * PADDING;
}
