import { describe, expect, it } from "vitest";
import { mobileSpeed } from "../../../../shared/audit/analysers/mobileSpeed.ts";
import { uncrawled } from "../../../../shared/audit/crawl/crawl.ts";
import type { SpeedSource } from "../../../../shared/audit/services/pageSpeedInsights.ts";
import { examine, summaryOf } from "./support.ts";

const URL_OF_PAGE = "https://example.com/?a=b&c=d";

/** A source that answers with these scores in turn, and fails at each undefined. */
function sourceOf(...scores: (number | undefined)[]) {
  return {
    async measure() {
      const score = scores.shift();
      if (score === undefined) throw new Error("Lighthouse returned error");
      return score;
    },
  };
}

const measure = (speed: SpeedSource) =>
  examine(mobileSpeed.begin(), [], {
    crawl: { ...uncrawled("example.com"), startUrl: URL_OF_PAGE },
    sources: { speed, registry: { find: async () => undefined } },
  });

describe("the speed on phones", () => {
  it.each([
    [[90, 100, 20], "good", []],
    [[89, 95, 10], "average", [["average_speed", 89]]],
    [[50, 50, 50], "average", [["average_speed", 50]]],
    [[0, 49, 100], "bad", [["slow_website", 49]]],
    [[91, undefined, 92, 93], "good", []],
  ])("of %o is %s", async (scores, website_speed_performance, faults) => {
    const result = await measure(sourceOf(...scores));
    const summaries = result?.faults?.map(({ code, subject, detail }) => [code, subject, detail]);
    expect(summaries).toEqual(faults.map(([code, score]) => [code, URL_OF_PAGE, { score }]));
    expect(summaryOf(result)).toEqual({ lighthouse_success: true, website_speed_performance });
  });

  it("fails when two measurements do", async () => {
    const source = sourceOf(99, undefined, 99, undefined, 99);
    expect(await measure(source)).toBeUndefined();
  });
});
