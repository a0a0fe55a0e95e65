import type { CapturedText } from "./capturedText.ts";
import { isHeading } from "./elementNames.ts";
import type { Collector } from "./openElements.ts";
import type { PageHeading } from "./page.ts";
import type { Attributes } from "./tokenizeHtml.ts";

const MAX_HEADINGS = 2000;

/** Gathers `h1` to `h6` and `role=heading`; a label or an image's text counts as heading text. */
export function collectHeadings(captured: CapturedText): Collector & { headings: PageHeading[] } {
  const headings: PageHeading[] = [];
  return {
    headings,
    open(element, attributes) {
      const alternative = element.name === "img" ? attributes.get("alt") : undefined;
      if (alternative) captured.add(` ${alternative} `, element);
      const level = findLevel(element.name, attributes);
      if (level === undefined || element.inert || headings.length >= MAX_HEADINGS) return;
      const heading: PageHeading = { level, text: "", hidden: element.hidden };
      headings.push(heading);
      const label = attributes.get("aria-label")?.trim();
      captured.capture(element, (text) => {
        heading.text = text || (label ?? "").slice(0, 300);
      });
    },
  };
}

function findLevel(name: string, attributes: Attributes) {
  if (attributes.size > 0) {
    const role = attributes.get("role");
    if (role === "heading") return Number(attributes.get("aria-level")) || 2;
    if (role === "presentation" || role === "none") return undefined;
  }
  return isHeading(name) ? Number(name[1]) : undefined;
}
