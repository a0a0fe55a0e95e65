import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { clip, count, defineAnalyser, detailsOf, type Finding, isReadable } from "../analyser.ts";
import type { Page } from "../pages/page.ts";
import { pagesOfFault, Repeated } from "../repeated.ts";
import { viewport } from "./mobileFaults.ts";

const problem = z.enum(["no_viewport", "fixed_width", "zoom_disabled", "zoom_limited"]);

export const mobileData = z.strictObject({
  mobile_friendly: described(z.boolean(), "Whether each page suits small screens.", false),
  pages_checked_count: described(count, "How many pages were checked.", 25),
  pages_unfriendly_count: described(count, "How many pages do not suit small screens.", 1),
  details: described(
    detailsOf(
      z.strictObject({
        problems: described(z.array(problem), "Why it does not suit small screens.", [
          "fixed_width",
        ]),
        viewport,
        ...pagesOfFault,
      }),
    ),
    "Some of what was found; 50 at most.",
  ),
});

type MobileData = z.infer<typeof mobileData>;

const MAX_VIEWPORT_CHARACTERS = 1000;

/**
 * A page suits small screens when its viewport has `width=device-width` or an initial scale of at
 * least 1, and no `user-scalable=no` or `maximum-scale` below 2 (Lighthouse's `viewport`, axe-core's
 * `meta-viewport`). The website is mobile friendly if every page suits small screens. A page that is only
 * shown in frames doesn't count, because browsers use the viewport of the page around it.
 *
 * `success`: every page suits small screens; `warning`: some pages; `error`: no page.
 */
export class UnfriendlyPages {
  #checked = 0;
  #unfriendly = 0;
  readonly #faults = new Repeated<Omit<MobileData["details"][number], keyof typeof pagesOfFault>>();

  add(page: Page) {
    if (!isReadable(page) || page.isFramed) return;
    this.#checked += 1;
    const { url, viewport } = page;
    const problems = viewportProblems(viewport);
    if (problems.length === 0) return;
    this.#unfriendly += 1;
    this.#faults.add(url, {
      problems,
      ...(viewport !== undefined && { viewport: clip(viewport) }),
    });
  }

  /** Undefined if there was no page to check. */
  get finding(): Finding<MobileData> | undefined {
    if (this.#checked === 0) return undefined;
    return {
      status: statusOf(this.#checked, this.#unfriendly),
      data: {
        mobile_friendly: this.#unfriendly === 0,
        pages_checked_count: this.#checked,
        pages_unfriendly_count: this.#unfriendly,
        details: this.#faults.details,
      },
    };
  }
}

function statusOf(checked: number, unfriendly: number) {
  if (unfriendly === 0) return "success";
  return unfriendly === checked ? "error" : "warning";
}

/** What keeps a page with this viewport from suiting small screens. */
export function viewportProblems(content: string | undefined): z.infer<typeof problem>[] {
  if (!content?.trim()) return ["no_viewport"];
  const viewport = readViewport(content);
  const problems: z.infer<typeof problem>[] = [];
  const isFluid =
    viewport.get("width") === "device-width" || number(viewport, "initial-scale") >= 1;
  if (!isFluid) problems.push("fixed_width");
  if (forbidsZoom(viewport)) problems.push("zoom_disabled");
  // Browsers ignore a negative scale.
  const maximum = number(viewport, "maximum-scale");
  if (maximum >= 0 && maximum < 2) problems.push("zoom_limited");
  return problems;
}

/** `name=value` pairs between commas, semicolons or spaces, as browsers read them; the last value of a name counts. */
function readViewport(content: string): Map<string, string> {
  const tokens = content
    .slice(0, MAX_VIEWPORT_CHARACTERS)
    .toLowerCase()
    .match(/[=,;]|[^\s=,;]+/g);
  const viewport = new Map<string, string>();
  for (const [index, token] of (tokens ?? []).entries()) {
    const [name = "", value = ""] = [tokens?.[index - 1], tokens?.[index + 1]];
    if (token === "=") viewport.set(name, /[,;]/.test(value) ? "" : value);
  }
  return viewport;
}

/** The number that a name has, 1 for `yes`; NaN, for which every comparison is false, if it has none. */
function number(viewport: Map<string, string>, name: string): number {
  const value = viewport.get(name) ?? "";
  return value === "yes" ? 1 : Number.parseFloat(value);
}

/** Whether `user-scalable` is `no`, or a number between -1 and 1, which browsers read as `no`. */
function forbidsZoom(viewport: Map<string, string>): boolean {
  const value = viewport.get("user-scalable");
  return value === "no" || Math.abs(Number.parseFloat(value ?? "")) < 1;
}

export const mobile = defineAnalyser({
  feature: "mobile",
  explanation:
    "Reads the `viewport` of each page, as Lighthouse's `viewport` and axe-core's `meta-viewport` do. Pages are not rendered: text that is too small or wider than the screen is not found. Pages that are only shown in frames are left out.",
  category: "website",
  items: { mobile: mobileData },
  reads: "everyPage",
  notNews: ["pages_checked_count"],
  collect: () => new UnfriendlyPages(),
  analyse: async (_crawl, _site, { finding }) => finding,
  tell: (finding) => ({ findings: { mobile: finding } }),
  summary: { mobile_friendly: mobileData.shape.mobile_friendly },
  whenOff: { mobile_friendly: false },
  summarise: ({ mobile: { data } = {} }) => (data ? { mobile_friendly: data.mobile_friendly } : {}),
});
