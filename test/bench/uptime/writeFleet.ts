import { writeFileSync } from "node:fs";
import type { DueRound } from "../../../functions/monitoring/buckets.ts";
import { SITES_A_MESSAGE } from "../../../functions/monitoring/schedule/enqueueRounds.ts";
import { readInput, tellParent } from "../inChild.ts";
import { siteUrl } from "./addresses.ts";
import { makeFleet } from "./fleet.ts";

/** Writes websites in buckets to the table, and the worker's messages to a file. */
const { count, port, file } = readInput<{ count: number; port: number; file: string }>();
const slot = Math.floor(Date.now() / 1000);
const messages: { rounds: DueRound[] }[] = [];
const SITES_A_BUCKET = 100;
for (let first = 0; first < count; first += SITES_A_BUCKET) {
  const bucket = { minutes: 5, depth: 12, number: first / SITES_A_BUCKET };
  const length = Math.min(SITES_A_BUCKET, count - first);
  const urls = Array.from({ length }, (_, index) => siteUrl(first + index, port));
  await makeFleet({ urls, bucket });
  const last = messages.at(-1);
  if (last && last.rounds.length < SITES_A_MESSAGE / SITES_A_BUCKET) {
    last.rounds.push({ ...bucket, slot });
  } else messages.push({ rounds: [{ ...bucket, slot }] });
}
writeFileSync(file, JSON.stringify(messages));
tellParent(true);
