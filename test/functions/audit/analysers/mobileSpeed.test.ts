import { describe, expect, it } from "vitest";
import {
  measureSpeed,
  mobileSpeedData,
} from "../../../../functions/audit/analysers/mobileSpeed.ts";

const URL_OF_PAGE = "https://example.com/?a=b&c=d";
const OFF = { status: "info", data: { lighthouse_success: false } };

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

describe("measureSpeed", () => {
  it.each([
    [[90, 100, 20], "good", 90, "success"],
    [[89, 95, 10], "average", 89, "warning"],
    [[50, 50, 50], "average", 50, "warning"],
    [[0, 49, 100], "bad", 49, "error"],
    [[91, undefined, 92, 93], "good", 92, "success"],
  ])("of %o is %s", async (scores, website_speed_performance, score, status) => {
    const finding = await measureSpeed(URL_OF_PAGE, sourceOf(...scores));
    const data = { lighthouse_success: true, website_speed_performance, score };
    expect(finding).toEqual({ status, data });
    expect(mobileSpeedData.parse(data)).toEqual(data);
  });

  it("fails when two measurements do", async () => {
    expect(await measureSpeed(URL_OF_PAGE, sourceOf(99, undefined, 99, undefined, 99))).toEqual(
      OFF,
    );
  });
});
