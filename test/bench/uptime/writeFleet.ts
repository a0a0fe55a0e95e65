import { writeFileSync } from "node:fs";
import { ROSTERS_A_MESSAGE } from "../../../functions/schedule/enqueueRounds.ts";
import { SEATS_A_ROSTER } from "../../../shared/checks/rosters.ts";
import { readInput, tellParent } from "../inChild.ts";
import { siteUrl } from "./addresses.ts";
import { makeFleet } from "./fleet.ts";

/** Writes websites in rosters to the table, and the worker's messages to a file. */
const { count, port, file } = readInput<{ count: number; port: number; file: string }>();
const slot = Math.floor(Date.now() / 1000);
const messages: { rounds: { roster: number; slot: number }[] }[] = [];
for (let first = 0; first < count; first += SEATS_A_ROSTER) {
  const roster = 5_500_000 + first / SEATS_A_ROSTER;
  const length = Math.min(SEATS_A_ROSTER, count - first);
  const urls = Array.from({ length }, (_, index) => siteUrl(first + index, port));
  await makeFleet({ urls, roster });
  const last = messages.at(-1);
  if (last && last.rounds.length < ROSTERS_A_MESSAGE) last.rounds.push({ roster, slot });
  else messages.push({ rounds: [{ roster, slot }] });
}
writeFileSync(file, JSON.stringify(messages));
tellParent(true);
