import { readFileSync, writeFileSync } from "node:fs";
import type { DueRound } from "../../../functions/monitoring/buckets.ts";
import { SITES_A_MESSAGE } from "../../../functions/monitoring/schedule/enqueueRounds.ts";
import { readInput, tellParent } from "../inChild.ts";
import { makeFleet } from "./fleet.ts";

/** Writes websites in buckets to the table, and the worker's messages to a file instead of their URLs. */
const { file } = readInput<{ file: string }>();
const all: string[] = JSON.parse(readFileSync(file, "utf8"));
const slot = Math.floor(Date.now() / 1000);
const messages: { rounds: DueRound[] }[] = [];
const SITES_A_BUCKET = 100;
for (let first = 0; first < all.length; first += SITES_A_BUCKET) {
  const bucket = { minutes: 5, depth: 12, number: first / SITES_A_BUCKET };
  await makeFleet({ urls: all.slice(first, first + SITES_A_BUCKET), bucket });
  const last = messages.at(-1);
  if (last && (last.rounds.length + 1) * SITES_A_BUCKET <= SITES_A_MESSAGE) {
    last.rounds.push({ ...bucket, slot });
  } else messages.push({ rounds: [{ ...bucket, slot }] });
}
writeFileSync(file, JSON.stringify(messages));
tellParent(true);
