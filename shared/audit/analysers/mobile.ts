import type { FaultCode } from "../../catalogue/faultTexts.ts";
import { isBuiltByScripts, isReadable, type Page } from "../pages/page.ts";
import type { Analyser, Examination, Examined } from "./analyser.ts";
import { clip, FaultList } from "./faults.ts";

const MAX_VIEWPORT_CHARACTERS = 1000;

/**
 * A page suits small screens when its viewport has `width=device-width` or an initial scale of at
 * least 1, and no `user-scalable=no` or `maximum-scale` below 2 (Lighthouse's `viewport`, axe-core's
 * `meta-viewport`). The website is mobile friendly if every page suits small screens.
 */
class MobileExamination implements Examination {
  #checked = 0;
  readonly #faults = new FaultList();

  add({ viewport, ...page }: Page) {
    if (!isReadable(page)) return;
    // The script that builds the page may set a viewport.
    if (viewport === undefined && isBuiltByScripts(page)) return;
    this.#checked += 1;
    const detail = viewport === undefined ? {} : { viewport: clip(viewport) };
    for (const code of viewportProblems(viewport))
      this.#faults.add({ code, subject: viewport ?? "", detail, page: page.url });
  }

  /** Undefined without pages. */
  examine(): Examined | undefined {
    if (this.#checked === 0) return undefined;
    const { all, more } = this.#faults;
    return {
      faults: all,
      more_count: more,
      pages_checked_count: this.#checked,
      summary: (open) => ({ mobile_friendly: open.length + more === 0 }),
    };
  }
}

/** What keeps a page with this viewport from suiting small screens. */
function viewportProblems(content = ""): FaultCode[] {
  const viewport = readViewport(content);
  const problems: FaultCode[] = [];
  const isFluid =
    viewport.get("width") === "device-width" || number(viewport, "initial-scale") >= 1;
  if (!isFluid) problems.push("no_viewport");
  if (forbidsZoom(viewport)) problems.push("zoom_disabled");
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

/** The number that a name has, and 1 for `yes`. Otherwise NaN, for which every comparison is false. */
function number(viewport: Map<string, string>, name: string): number {
  const value = viewport.get(name) ?? "";
  return value === "yes" ? 1 : Number.parseFloat(value);
}

/**
 * Whether `user-scalable` is `no` (browsers read numbers between -1 and 1 as `no`), or the maximum scale is below 2.
 * Browsers ignore a negative one.
 */
function forbidsZoom(viewport: Map<string, string>): boolean {
  const value = viewport.get("user-scalable");
  const maximum = number(viewport, "maximum-scale");
  return (
    value === "no" || Math.abs(Number.parseFloat(value ?? "")) < 1 || (maximum >= 0 && maximum < 2)
  );
}

export const mobile: Analyser = {
  feature: "mobile",
  explanation:
    "Reads the `viewport` of each page, as Lighthouse's `viewport` and axe-core's `meta-viewport` do. Pages are not rendered: text that is too small or wider than the screen is not found. Pages that are only shown in frames are left out.",
  reads: "everyPage",
  begin: () => new MobileExamination(),
};
