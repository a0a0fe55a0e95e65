import { randomInt } from "node:crypto";
import { handler } from "../../../functions/monitoring/rounds/index.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { sqsEvent } from "../../support/messages.ts";
import { median } from "../report.ts";
import { FAILING, HANGING, siteUrl } from "./addresses.ts";
import { makeFleet } from "./fleet.ts";

const ROUNDS = 5;
const WEBSITES = 100;
const FAILING_WEBSITES = 10;

/**
 * Measures rounds of a hundred websites of which some never answer: the milliseconds until the failures of
 * others are written (the median of all), and the duration. Both are medians of rounds that take turns.
 */
export async function measureHanging(port: number, counts: number[]) {
  allowLocalAddresses();
  const times = new Map(counts.map((count) => [count, { written: [], whole: [] } as Times]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const count of counts) {
      const { written, whole } = await measureRound(port, count);
      times.get(count)?.written.push(written);
      times.get(count)?.whole.push(whole);
    }
  }
  return [...times].map(([count, { written, whole }]) => ({
    count,
    written: median(written),
    whole: median(whole),
  }));
}

interface Times {
  written: number[];
  whole: number[];
}

async function measureRound(port: number, hanging: number) {
  const kinds = Array.from({ length: WEBSITES }, (_, index) => {
    if (index < hanging) return HANGING;
    return index < hanging + FAILING_WEBSITES ? FAILING : undefined;
  });
  const bucket = { minutes: 5, depth: 20, number: randomInt(2 ** 20) };
  await makeFleet({ urls: kinds.map((kind, index) => siteUrl(index, port, kind)), bucket });
  const written: number[] = [];
  const startedAt = performance.now();
  const end = interceptRequests((command) => {
    if (command === "Update") written.push(performance.now() - startedAt);
  });
  const slot = Math.floor(Date.now() / 1000);
  await handler(sqsEvent({ rounds: [{ ...bucket, slot }] }));
  end();
  const whole = performance.now() - startedAt;
  return { written: median(written.slice(0, FAILING_WEBSITES)), whole };
}
