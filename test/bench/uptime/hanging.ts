import { randomInt } from "node:crypto";
import { handler } from "../../../functions/monitoring/rounds/index.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { sqsEvent } from "../../support/messages.ts";
import { median } from "../report.ts";
import { makeFleet } from "./fleet.ts";
import { reachSites, type Sites, siteUrl } from "./sites.ts";

const ROUNDS = 5;
const WEBSITES = 100;
const FAILING_WEBSITES = 10;

/**
 * Measures rounds of a hundred websites of which some never answer: the milliseconds until the failures of
 * others are written (the median of all), and the duration. Both are medians of rounds that take turns.
 */
export async function measureHanging(sites: Sites, counts: number[]) {
  reachSites(sites);
  const rounds: { count: number; written: number; whole: Promise<number> }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of counts) rounds.push({ count, ...(await startRound(sites, count)) });
  }
  return await Promise.all(
    counts.map(async (count) => {
      const own = rounds.filter((round) => round.count === count);
      const whole = median(await Promise.all(own.map((round) => round.whole)));
      return { count, written: median(own.map(({ written }) => written)), whole };
    }),
  );
}

/** Starts a round. Once its failures are written, it only waits, and the next one may begin. */
async function startRound(sites: Sites, hanging: number) {
  const urls = Array.from({ length: WEBSITES }, (_, index) => {
    if (index < hanging) return siteUrl(sites, index, "mute");
    return siteUrl(sites, index, index < hanging + FAILING_WEBSITES ? "bad" : "up");
  });
  const bucket = { minutes: 5, depth: 20, number: randomInt(2 ** 20) };
  const fleet = await makeFleet({ urls, bucket });
  const failing = fleet.slice(hanging, hanging + FAILING_WEBSITES).map(({ uuid }) => uuid);
  const written: number[] = [];
  const areWritten = Promise.withResolvers<void>();
  const startedAt = performance.now();
  const end = interceptRequests((command, { Key }) => {
    const key = JSON.stringify(Key);
    if (command !== "Update" || !failing.some((uuid) => key.includes(uuid))) return;
    written.push(performance.now() - startedAt);
    if (written.length === FAILING_WEBSITES) areWritten.resolve();
  });
  const slot = Math.floor(Date.now() / 1000);
  const made = handler(sqsEvent({ rounds: [{ ...bucket, slot }] }));
  await Promise.race([areWritten.promise, made]);
  end();
  return { written: median(written), whole: made.then(() => performance.now() - startedAt) };
}
