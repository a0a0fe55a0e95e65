import { describe, expect, it } from "vitest";
import {
  mobileData,
  tellMobile,
  UnfriendlyPages,
  viewportProblems,
} from "../../../../functions/audit/analysers/mobile.ts";
import type { Page } from "../../../../functions/audit/pages/page.ts";
import { shown } from "../../../support/pages.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";
import { nothingIgnored, page } from "./support.ts";

const analyse = (pages: Page[]) => {
  const { material } = shown(new UnfriendlyPages(), pages);
  return material && tellMobile(material, nothingIgnored).findings.mobile;
};

describe("viewportProblems", () => {
  it.each([
    "width=device-width",
    "width=device-width, initial-scale=1.0",
    "WIDTH = Device-Width ; Initial-Scale = 1",
    "initial-scale=1",
    "initial-scale=1.5 width=400",
    "width=device-width, user-scalable=yes, maximum-scale=2",
    "width=device-width, maximum-scale=5, user-scalable=1",
    "width=device-width, maximum-scale=-1", // Negative values are ignored.
    "width=400, width=device-width", // The last one counts.
    "width=,initial-scale=1",
    "=,width==device-width,initial-scale\n=\t1",
  ])("accepts %s", (content) => {
    expect(viewportProblems(content)).toEqual([]);
  });

  it.each([
    [undefined, ["no_viewport"]],
    ["  ", ["no_viewport"]],
    ["width=1024", ["fixed_width"]],
    ["initial-scale=0.5", ["fixed_width"]],
    ["width=device-widths", ["fixed_width"]],
    ["width=device-width, user-scalable=no", ["zoom_disabled"]],
    ["width=device-width, user-scalable=0", ["zoom_disabled"]],
    ["width=device-width, user-scalable=0.5", ["zoom_disabled"]],
    ["width=device-width, maximum-scale=1", ["zoom_limited"]],
    ["width=device-width, maximum-scale=1.99", ["zoom_limited"]],
    ["width=device-width, maximum-scale=yes", ["zoom_limited"]],
    [
      "width=500, user-scalable=no, maximum-scale=1",
      ["fixed_width", "zoom_disabled", "zoom_limited"],
    ],
  ])("refuses %s: %s", (content, problems) => {
    expect(viewportProblems(content)).toEqual(problems);
  });

  it("reads a hostile viewport in no time", () => {
    expectLinearTime(250_000, (size) => {
      const hostile = `${" ".repeat(size)}a=`.repeat(3);
      return () => expect(viewportProblems(hostile)).toEqual(["fixed_width"]);
    });
  });
});

describe("whether a website suits small screens", () => {
  const bad = page({ url: "https://example.com/old", viewport: "width=1024" });

  it("is friendly when each page is", () => {
    expect(analyse([page(), page()])).toEqual({
      status: "success",
      data: {
        mobile_friendly: true,
        pages_checked_count: 2,
        pages_unfriendly_count: 0,
        details: [],
      },
    });
  });

  it("names the pages that are not", () => {
    const { status, data } = analyse([page(), bad]) ?? {};
    expect(status).toBe("warning");
    expect(data).toEqual({
      mobile_friendly: false,
      pages_checked_count: 2,
      pages_unfriendly_count: 1,
      details: [
        {
          problems: ["fixed_width"],
          viewport: "width=1024",
          url: "https://example.com/old",
          pages_count: 1,
          pages: ["https://example.com/old"],
        },
      ],
    });
    expect(mobileData.parse(data)).toEqual(data);
  });

  it("leaves out what is only shown in frames of other pages, which have the viewport", () => {
    expect(analyse([page(), { ...bad, isFramed: true }])).toMatchObject({
      status: "success",
      data: { mobile_friendly: true, pages_checked_count: 1 },
    });
  });

  it("is an error when no page is, and no finding without pages", () => {
    expect(analyse([bad])?.status).toBe("error");
    expect(analyse([{ ...bad, status: 500 }])).toBeUndefined();
  });
});
