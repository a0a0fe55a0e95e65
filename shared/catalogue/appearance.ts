import type { ResellerRecord } from "../entities/reseller.ts";

/** How a reseller's mails and pages look. `sender` may contain anything and must be escaped. */
export interface Appearance {
  sender: string;
  logo_url?: string | undefined;
  /** `#rrggbb` */
  colour: string;
  /** Where the logo of pages leads. */
  link?: string | undefined;
}

const DEFAULT_COLOUR = "#1f5fbf";
/** Colours become part of styles and images, so nothing else is accepted. */
const COLOUR = /^#[0-9a-f]{6}$/i;
/** WCAG 2.2, 1.4.3. */
const LEAST_CONTRAST = 4.5;
const STEP = 0.05;

/** The appearance by a reseller's settings. Invalid colours and URLs other than https are ignored. */
export function appearanceOf(
  reseller: Pick<ResellerRecord, "name" | "sender_name" | "logo_url" | "colour" | "link">,
): Appearance {
  const { name, sender_name: sender = name, colour = DEFAULT_COLOUR } = reseller;
  return {
    sender,
    logo_url: secureUrl(reseller.logo_url),
    colour: COLOUR.test(colour) ? colour : DEFAULT_COLOUR,
    link: secureUrl(reseller.link),
  };
}

/** As the parser writes it: without characters that change the direction of text. */
function secureUrl(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? "");
  return url?.protocol === "https:" ? url.href : undefined;
}

/** Black or white, whichever has more contrast to a colour. */
export function textColourOn(colour: string): string {
  const [black, white] = ["#000000", "#ffffff"];
  return contrast(colour, black) > contrast(colour, white) ? black : white;
}

/** A colour, made as much darker or lighter as text on a background needs. */
export function readableOn(background: string, colour: string): string {
  const target = textColourOn(background) === "#000000" ? 0 : 255;
  for (let share = 0; share < 1; share += STEP) {
    const readable = mix(colour, target, share);
    if (contrast(background, readable) >= LEAST_CONTRAST) return readable;
  }
  return textColourOn(background);
}

/** WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = rgb(colour).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function rgb(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}

function mix(colour: string, target: number, share: number): string {
  const parts = rgb(colour).map((part) => Math.round(part + (target - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
