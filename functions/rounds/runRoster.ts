import { FEW_SECONDS, FEW_SITES } from "../../shared/checks/closedRosters.ts";
import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { answered, NOT_LOOKED } from "../../shared/checks/looks.ts";
import { writeRound } from "../../shared/checks/rosterHours.ts";
import type { RosterSite } from "../../shared/checks/rosterSites.ts";
import { SEATS_A_ROSTER } from "../../shared/checks/rosters.ts";
import type { Clock } from "../../shared/time.ts";
import type { Distrust } from "../uptime/distrust.ts";
import type { Look } from "../uptime/oncePerUrl.ts";
import { type Attempt, type Probe, probeSite } from "../uptime/probeSite.ts";
import { castVote } from "../uptime/settle.ts";
import { foldDays } from "./foldDays.ts";
import { leaveRoster } from "./leaveRoster.ts";
import { mostOf } from "./mostOf.ts";
import type { OpenRound } from "./runRosters.ts";

/** Whoever has not answered by then leaves the round, to be looked at by itself. */
const ROUND_MS = 12_000;

/** What the rounds of a call have in common. */
export interface Looking {
  clock: Clock;
  distrust: Distrust;
  look: Look<Attempt>;
  /** The checks of those that left, as soon as that is written: also of a round that fails after that. */
  soon: DueCheck[];
}

interface Done {
  checks: number;
  failures: number;
  /** How many did not answer in time. */
  late: number;
  /** Few have been in it for long: it is better closed. */
  isDeserted: boolean;
}

/**
 * Makes a round of a roster. Who is simply up costs a character in one small item, which is written at
 * the end: whoever is killed before makes the round again. Who is not leaves the roster: those that
 * failed together as soon as most have answered, others as they come, and at the end who did not answer.
 */
export async function runRoster(round: OpenRound, looking: Looking): Promise<Done> {
  const { roster, slot, last, sites } = round;
  const { clock, distrust, look } = looking;
  const startedAt = clock.now();
  const at = Math.floor(startedAt / 1000);
  const found = new Map<RosterSite, Probe>();
  const probes = sites.map(async (site) => {
    const { seat, reseller_uuid, uuid } = site;
    const probe = await probeSite(seat.hostname, seat.url, look);
    found.set(site, await castVote(distrust, probe, { reseller_uuid, uuid, state: "up" }));
  });
  await mostOf(probes, clock);
  const handled = new Set(found.keys());
  const leave = (some: Map<RosterSite, Probe | undefined>) => {
    const left = leaveRoster(round, leaving(some), looking);
    // It is thrown where all are waited for.
    left.catch(() => {});
    return left;
  };
  const leaves = [leave(new Map(found))];
  let isOver = false;
  const later = sites.map(async (site, index) => {
    if (handled.has(site)) return;
    await probes[index];
    if (isOver) return;
    handled.add(site);
    leaves.push(leave(new Map([[site, found.get(site)]])));
  });
  const isAllIn = Promise.allSettled(later);
  const left = ROUND_MS - (clock.now() - startedAt);
  if (handled.size < sites.length && left > 0) {
    await Promise.race([isAllIn, clock.sleep(left)]);
  }
  // What comes from now on is too late.
  isOver = true;
  const all = new Map(found);
  const rest = sites.filter((site) => !handled.has(site));
  leaves.push(leave(new Map(rest.map((site) => [site, all.get(site)]))));
  // What one of them can't read fails the round, after the others are written.
  const failed = (await Promise.allSettled(leaves)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
  const row = { slot, at, looks: asLooks(all) };
  const folded = await foldDays(round, row);
  // Where somebody else was faster, what has left the roster did so once all the same.
  const hasFew = sites.length < FEW_SITES;
  const written = await writeRound(last, { roster, row, hasFew, ...folded });
  const failures = [...all.values()].filter(({ finding }) => finding !== "up").length;
  const figures = { checks: all.size, failures, late: sites.length - all.size };
  if (!written) return NOTHING;
  const { few_since = at } = written;
  return { ...figures, isDeserted: hasFew && at - few_since >= FEW_SECONDS };
}

const NOTHING: Done = { checks: 0, failures: 0, late: 0, isDeserted: false };

/** The round of a roster that was closed: all who are in it get a seat elsewhere, and are looked at there. */
export async function emptyRoster(round: OpenRound, looking: Looking): Promise<Done> {
  await leaveRoster(round, new Map(round.sites.map((site) => [site, undefined])), looking);
  return NOTHING;
}

/** Those that are not simply up: they failed, answered at another URL, or not yet. */
function leaving(found: Map<RosterSite, Probe | undefined>): Map<RosterSite, Probe | undefined> {
  return new Map(
    [...found].filter(([{ seat }, probe]) => probe?.finding !== "up" || probe.url !== seat.url),
  );
}

/** A character for each place of those that stay; what was found of the others is in their checks. */
function asLooks(found: Map<RosterSite, Probe>): string {
  const left = leaving(found);
  const looks = Array<string>(SEATS_A_ROSTER).fill(NOT_LOOKED);
  for (const [site, { duration }] of found) {
    if (!left.has(site)) looks[site.seat.place] = answered(duration);
  }
  return looks.join("").trimEnd();
}
