import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pageSpeedInsights } from "../../../../shared/audit/services/pageSpeedInsights.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { type Site, startSite } from "../../../support/site.ts";

const URL_OF_PAGE = "https://example.com/?a=b&c=d";

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
    pageSpeedInsights({ findKey: async () => "secret-key", baseUrl: site.url }).measure(
      URL_OF_PAGE,
    );
  const result = (lighthouseResult: unknown) => ({ body: JSON.stringify({ lighthouseResult }) });

  it("asks for the phone's score of the page, with the key in a header only", async () => {
    answer = result({ categories: { performance: { score: 0.57 } } });
    expect(await measure()).toBe(57);
    // Times 100 it is a little more than 55.
    answer = result({ categories: { performance: { score: 0.55 } } });
    expect(await measure()).toBe(55);
    const request = new URL(site.requests.at(-1)?.replace("GET ", "") ?? "", site.url);
    expect(request.pathname).toBe("/pagespeedonline/v5/runPagespeed");
    expect(Object.fromEntries(request.searchParams)).toMatchObject({
      url: URL_OF_PAGE,
      strategy: "mobile",
      category: "performance",
    });
    expect(key).toBe("secret-key");
    expect(request.href).not.toContain("secret-key");
  });

  it.each([
    ["the quota is used up", { status: 429, body: "{}" }],
    [
      "the page did not load",
      result({ runtimeError: { code: "NO_FCP" }, categories: { performance: { score: 0 } } }),
    ],
    ["there is no score", result({ categories: { performance: { score: null } } })],
    ["the answer is no JSON", { body: "<html>" }],
  ])("fails when %s", async (_, input) => {
    answer = input;
    const failure = await measure().then(String, ({ message }: Error) => `failed: ${message}`);
    expect(failure).toMatch(/^failed: /);
    expect(failure).not.toContain("secret-key");
  });
});
