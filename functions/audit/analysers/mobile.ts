import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { defineAnalyser } from "../analyser.ts";
import {
  clip,
  codesOf,
  count,
  detailsOf,
  type Fault,
  type Finding,
  type IgnoredFaults,
} from "../finding.ts";
import { isBuiltByScripts, isReadable, type Page } from "../pages/page.ts";
import { detailsOfRepeated, pagesOfFault, Repeated, type RepeatedFault } from "../repeated.ts";
import { mobileFaults, viewport } from "./mobileFaults.ts";

const problem = codesOf(mobileFaults);

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
  /** Pages of which nothing is kept but their number. */
  #more = 0;
  readonly #faults = new Repeated<Unfriendly>();

  add(page: Page) {
    const { url, viewport } = page;
    if (!isReadable(page) || page.isFramed) return;
    // The script that makes the page may name a viewport.
    if (viewport === undefined && isBuiltByScripts(page)) return;
    this.#checked += 1;
    const problems = viewportProblems(viewport);
    if (problems.length === 0) return;
    const clipped = viewport === undefined ? {} : { viewport: clip(viewport) };
    if (!this.#faults.add(url, { problems, ...clipped })) this.#more += 1;
  }

  /** Undefined if there was no page to check. */
  get material(): MobileMaterial | undefined {
    if (this.#checked === 0) return undefined;
    return { checked: this.#checked, more: this.#more, faults: this.#faults.all };
  }
}

type Unfriendly = Omit<MobileData["details"][number], keyof typeof pagesOfFault>;

interface MobileMaterial {
  checked: number;
  more: number;
  faults: RepeatedFault<Unfriendly>[];
}

/** The finding about one website, without what is ignored there, and everything that is wrong. */
export function tellMobile(
  { checked, more, faults }: MobileMaterial,
  { isIgnored }: IgnoredFaults,
) {
  const told: Fault[] = [];
  const counted: RepeatedFault<Unfriendly>[] = [];
  for (const fault of faults) {
    const { viewport, pages, pages_count } = fault;
    const named = fault.problems.map((code) => ({
      ...{ code, subject: viewport ?? "", pages, pages_count },
      detail: viewport === undefined ? {} : { viewport },
    }));
    told.push(...named);
    const problems = named.filter((each) => !isIgnored(each)).map(({ code }) => code);
    if (problems.length > 0) counted.push({ ...fault, problems });
  }
  const unfriendly = counted.reduce((sum, { pages_count }) => sum + pages_count, more);
  const mobile: Finding<MobileData> = {
    status: statusOf(checked, unfriendly),
    data: {
      mobile_friendly: unfriendly === 0,
      pages_checked_count: checked,
      pages_unfriendly_count: unfriendly,
      details: detailsOfRepeated(counted),
    },
  };
  return { findings: { mobile }, faults: told, more_faults_count: more };
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
  analyse: async (_crawl, _site, { material }) => material,
  tell: tellMobile,
  summary: { mobile_friendly: mobileData.shape.mobile_friendly },
  whenOff: { mobile_friendly: false },
  summarise: ({ mobile: { data } = {} }) => (data ? { mobile_friendly: data.mobile_friendly } : {}),
});
