import * as z from "zod/mini";
import { fetchJson } from "../fetchJson.ts";
import type { SpeedSource } from "./analyseSpeed.ts";

const answer = z.object({
  lighthouseResult: z.object({
    runtimeError: z.optional(z.object({ code: z.string() })),
    categories: z.object({
      performance: z.object({ score: z.number().check(z.minimum(0), z.maximum(1)) }),
    }),
  }),
});

interface PageSpeedInsights {
  /** A key of Google Cloud that may use the PageSpeed Insights API, and nothing else. */
  key: string;
  baseUrl?: string;
  timeoutMs?: number;
}

/**
 * Google's PageSpeed Insights API, version 5. The key is sent as a header, which no log line and
 * no message of an error shows, and redirects are not followed with it.
 */
export function pageSpeedInsights({
  key,
  baseUrl = "https://www.googleapis.com",
  timeoutMs = 60_000,
}: PageSpeedInsights): SpeedSource {
  return {
    async measure(url) {
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
