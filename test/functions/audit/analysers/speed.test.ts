import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  analyseSpeed,
  speedData,
} from "../../../../functions/audit/analysers/speed/analyseSpeed.ts";
import { pageSpeedInsights } from "../../../../functions/audit/analysers/speed/pageSpeedInsights.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { type Site, startSite } from "../../../support/site.ts";

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

describe("analyseSpeed", () => {
  it.each([
    [[90, 100, 20], "good", 90, "success"],
    [[89, 95, 10], "average", 89, "warning"],
    [[50, 50, 50], "average", 50, "warning"],
    [[0, 49, 100], "bad", 49, "error"],
    [[91, undefined, 92, 93], "good", 92, "success"],
  ])("of %o is %s", async (scores, website_speed_performance, score, status) => {
    const finding = await analyseSpeed(URL_OF_PAGE, sourceOf(...scores));
    const data = { lighthouse_success: true, website_speed_performance, score };
    expect(finding).toEqual({ status, data });
    expect(speedData.parse(data)).toEqual(data);
  });

  it("fails when two measurements do", async () => {
    expect(await analyseSpeed(URL_OF_PAGE, sourceOf(99, undefined, 99, undefined, 99))).toEqual(
      OFF,
    );
  });
});

describe("pageSpeedInsights", () => {
  let site: Site;
  let answer: { status?: number; body: string };
  let key: string | string[] | undefined;

  beforeAll(async () => {
    allowLocalAddresses();
    site = await startSite((request, response) => {
      key = request.headers["x-goog-api-key"];
      response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
      response.end(answer.body);
    });
  });
  afterAll(() => site.close());

  const measure = () =>
    pageSpeedInsights({ key: "secret-key", baseUrl: site.url }).measure(URL_OF_PAGE);
  const result = (lighthouseResult: unknown) => ({ body: JSON.stringify({ lighthouseResult }) });

  it("asks for the phone's score of the page, with the key in a header only", async () => {
    answer = result({ categories: { performance: { score: 0.57 } } });
    expect(await measure()).toBe(57);
    const asked = new URL(site.requests.at(-1)?.replace("GET ", "") ?? "", site.url);
    expect(asked.pathname).toBe("/pagespeedonline/v5/runPagespeed");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      url: URL_OF_PAGE,
      strategy: "mobile",
      category: "performance",
    });
    expect(key).toBe("secret-key");
    expect(asked.href).not.toContain("secret-key");
  });

  it.each([
    ["the quota is used up", { status: 429, body: "{}" }],
    [
      "the page did not load",
      result({ runtimeError: { code: "NO_FCP" }, categories: { performance: { score: 0 } } }),
    ],
    ["there is no score", result({ categories: { performance: { score: null } } })],
    ["the answer is no JSON", { body: "<html>" }],
  ])("fails when %s", async (_, given) => {
    answer = given;
    const failure = await measure().then(String, ({ message }: Error) => `failed: ${message}`);
    expect(failure).toMatch(/^failed: /);
    expect(failure).not.toContain("secret-key");
  });
});
