import * as z from "zod/mini";
import { fetchJson } from "./answers.ts";

/** A service that measures the speed of a page. */
export interface SpeedSource {
  /** Lighthouse's performance score for phones, 0 to 100. Throws if it could not be measured. */
  measure(url: string): Promise<number>;
}

const answer = z.object({
  lighthouseResult: z.object({
    runtimeError: z.optional(z.object({ code: z.string() })),
    categories: z.object({
      performance: z.object({ score: z.number().check(z.minimum(0), z.maximum(1)) }),
    }),
  }),
});

interface PageSpeedInsights {
  /** Finds a key of Google Cloud that is restricted to the PageSpeed Insights API; it is called once. */
  findKey(): Promise<string>;
  baseUrl?: string;
  timeoutMs?: number;
}

/**
 * Google's PageSpeed Insights API, version 5. The key is sent as a header, which appears in no log line or
 * error message, and redirects are not followed.
 */
export function pageSpeedInsights({
  findKey,
  baseUrl = "https://www.googleapis.com",
  timeoutMs = 60_000,
}: PageSpeedInsights): SpeedSource {
  let key: string | undefined;
  return {
    async measure(url) {
      key ??= await findKey();
      const request = new URL("/pagespeedonline/v5/runPagespeed", baseUrl);
      request.searchParams.set("url", url);
      request.searchParams.set("strategy", "mobile");
      request.searchParams.set("category", "performance");
      // Without this the answer holds screenshots.
      request.searchParams.set(
        "fields",
        "lighthouseResult(runtimeError/code,categories/performance/score)",
      );
      const { lighthouseResult } = await fetchJson(request, {
        service: "PageSpeed Insights",
        schema: answer,
        headers: { "x-goog-api-key": key },
        timeoutMs,
        maxRedirects: 0,
      });
      const { runtimeError, categories } = lighthouseResult;
      if (runtimeError && runtimeError.code !== "NO_ERROR")
        throw new Error(`Lighthouse could not load the page: ${runtimeError.code}`);
      return Math.round(categories.performance.score * 100);
    },
  };
}
