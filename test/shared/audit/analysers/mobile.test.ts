import { describe, expect, it } from "vitest";
import { mobile } from "../../../../shared/audit/analysers/mobile.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { expectLinearTime } from "../../../support/processorTime.ts";
import { codesOf, examine, page, summaryOf } from "./support.ts";

const findIn = (pages: Page[]) => examine(mobile.begin(), pages);

const problemsOf = async (viewport: string | undefined) =>
  codesOf(await findIn([page({ viewport })]));

describe("a viewport", () => {
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
  ])("accepts %s", async (content) => {
    expect(await problemsOf(content)).toEqual([]);
  });

  it.each([
    [undefined, ["no_viewport"]],
    ["  ", ["no_viewport"]],
    ["width=1024", ["no_viewport"]],
    ["initial-scale=0.5", ["no_viewport"]],
    ["width=device-widths", ["no_viewport"]],
    ["width=device-width, user-scalable=no", ["zoom_disabled"]],
    ["width=device-width, user-scalable=0", ["zoom_disabled"]],
    ["width=device-width, user-scalable=0.5", ["zoom_disabled"]],
    ["width=device-width, maximum-scale=1", ["zoom_disabled"]],
    ["width=device-width, maximum-scale=1.99", ["zoom_disabled"]],
    ["width=device-width, maximum-scale=yes", ["zoom_disabled"]],
    ["width=500, user-scalable=no, maximum-scale=1", ["no_viewport", "zoom_disabled"]],
  ])("refuses %s: %s", async (content, problems) => {
    expect(await problemsOf(content)).toEqual(problems);
  });

  it.each(["a=", " a", "=,", ";"])("of %j again and again takes linear time", async (piece) => {
    await expectLinearTime(250_000, (size) => {
      const hostile = page({ viewport: piece.repeat(size / piece.length) });
      return () => findIn([hostile]);
    });
  });
});

describe("whether a website suits small screens", () => {
  const bad = page({ url: "https://example.com/old", viewport: "width=1024" });

  it("names the pages that are not", async () => {
    const result = await findIn([page(), bad]);
    expect(result?.faults).toEqual([
      {
        ...{ code: "no_viewport", subject: "width=1024", detail: { viewport: "width=1024" } },
        ...{ pages: ["https://example.com/old"], pages_count: 1, times: 1 },
      },
    ]);
    expect(summaryOf(result)).toEqual({ mobile_friendly: false });
  });
});
