import { describeError, log } from "../../platform/log.ts";
import type { SpeedSource } from "../services/pageSpeedInsights.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { ofWebsite } from "./faults.ts";

const MEASUREMENTS = 3;
const MAX_FAILURES = 1;

/**
 * Takes the median of three measurements, because scores vary. One further measurement may fail. `good`
 * from 90, `average` from 50, else `bad` (Lighthouse's own limits). Undefined if more fail.
 */
async function measureSpeed(url: string, source: SpeedSource): Promise<Examined | undefined> {
  const scores = await measureOften(url, source);
  const score = scores.toSorted((a, b) => a - b)[(MEASUREMENTS - 1) / 2];
  if (scores.length < MEASUREMENTS || score === undefined) return undefined;
  const website_speed_performance = performanceOf(score);
  const code = website_speed_performance === "bad" ? "slow_website" : "average_speed";
  const isFault = website_speed_performance !== "good";
  return {
    faults: isFault ? [ofWebsite(code, url, { score })] : [],
    pages_checked_count: 1,
    summary: () => ({ lighthouse_success: true, website_speed_performance }),
  };
}

async function measureOften(url: string, source: SpeedSource): Promise<number[]> {
  const scores: number[] = [];
  let failures = 0;
  while (scores.length < MEASUREMENTS && failures <= MAX_FAILURES) {
    try {
      scores.push(await source.measure(url));
    } catch (error) {
      failures += 1;
      log("warn", "the speed of a page could not be measured", describeError(error));
    }
  }
  return scores;
}

function performanceOf(score: number) {
  if (score >= 90) return "good";
  return score >= 50 ? "average" : "bad";
}

export const mobileSpeed: Analyser = {
  feature: "mobile_speed",
  explanation:
    "The median of three measurements of the start page by Google's PageSpeed Insights, if the provider has set it up. There is no item without it.",
  reads: "startPage",
  asksServices: true,
  begin: () => ({
    async examine({ crawl, sources }) {
      return sources.speed && (await measureSpeed(crawl.startUrl, sources.speed));
    },
  }),
};
