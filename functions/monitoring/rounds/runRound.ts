import { NOT_PROBED } from "../../../shared/entities/bucketHour.ts";
import { describeError, log } from "../../../shared/log.ts";
import type { Clock } from "../../../shared/time.ts";
import { characterOf, writeRound } from "../bucketHours.ts";
import { type BucketSite, nameOf } from "../buckets.ts";
import { characterOfDuration, classOfCharacter, durationOfClass } from "../durationClasses.ts";
import { voteAndFindWindows } from "../uptime/judgeProbe.ts";
import { type Probe, probeSite } from "../uptime/probeSite.ts";
import { foldDays } from "./foldDays.ts";
import { leaveBucket, type OpenRound, type Probing } from "./leaveBucket.ts";

/** A website that has not answered this long after the last one began leaves the round and is probed separately. */
const ROUND_MS = 12_000;
/** How long a round waits, besides, for probes that the pace of their hosts delays. */
const PACED_MS = 20_000;
/**
 * More websites than a bucket usually has. If very many join an interval at once, those beyond this
 * number are probed separately until the bucket is divided.
 */
const MOST_SITES = 400;

interface Done {
  checks: number;
  failures: number;
  /** Websites that did not answer in time. */
  late: number;
}

/**
 * Makes a round of a bucket. A website that is up adds one character to one small item. The item is
 * written last: if the worker is killed before, the round is made again. Other websites leave the bucket:
 * the first failures together once most websites have answered, later ones as they come, and websites
 * without an answer at the end.
 */
export async function runRound(round: OpenRound, probing: Probing): Promise<Done> {
  const { bucket, slot, last } = round;
  const { clock, distrust, probesFor, pace, hosts } = probing;
  const at = Math.floor(clock.now() / 1000);
  const sites = round.sites.slice(0, MOST_SITES);
  const found = new Map<BucketSite, Probe>();
  const expected = lastDurations(last);
  const turns = sites.map(({ uuid }) => pace.turn(expected(nameOf(uuid))));
  const probes = sites.map(async (site, index) => {
    const { target, reseller_uuid, uuid } = site;
    await turns[index];
    const probe = await probeSite(target.hostname, target.url, probesFor(reseller_uuid));
    found.set(
      site,
      await voteAndFindWindows(distrust, probe, { reseller_uuid, uuid, state: "up" }),
    );
  });
  const faults: unknown[] = [];
  for (const probe of probes) probe.catch((error) => faults.push(error));
  await Promise.all(turns);
  const startedAt = clock.now();
  await mostOf(probes, clock);
  const handled = new Set(found.keys());
  const leave = (some: Map<BucketSite, Probe | undefined>) => {
    const left = leaveBucket(round, leaversOf(some), probing);
    // Its error is thrown below, where all of them are awaited.
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
  const end = () => Math.min(Math.max(startedAt, hosts.latest), startedAt + PACED_MS) + ROUND_MS;
  const isIn = isAllIn.then(() => true);
  // Redirects may lead to hosts that have to wait longer.
  for (let waited = clock.now(); waited < end(); ) {
    const until = end();
    if (await Promise.race([isIn, clock.sleep(until - waited)])) break;
    waited = until;
  }
  // Later answers are ignored.
  isOver = true;
  await assertFewFaults(faults, { sites: sites.length, leaves });
  const all = new Map(found);
  const rest = round.sites.filter((site) => !handled.has(site));
  leaves.push(leave(new Map(rest.map((site) => [site, all.get(site)]))));
  // One error fails the round, but the others are written first.
  const failed = (await Promise.allSettled(leaves)).find(({ status }) => status === "rejected");
  if (failed) throw (failed as PromiseRejectedResult).reason;
  const row = { slot, at, probes: charactersOf(round.sites, all) };
  const folded = await foldDays(round, row);
  const written = await writeRound(last, { bucket, ...row, ...folded });
  // If another worker was faster, it has counted this round.
  if (!written) return { checks: 0, failures: 0, late: 0 };
  const failures = [...all.values()].filter(({ finding }) => finding !== "up").length;
  return { checks: all.size, failures, late: sites.length - all.size };
}

/**
 * A probe that throws is a fault of ours. If most do, the round fails and is made again; otherwise these
 * websites leave the round, and their separate checks fail without an effect on the others.
 */
async function assertFewFaults(
  faults: unknown[],
  { sites, leaves }: { sites: number; leaves: Promise<void>[] },
) {
  const [fault] = faults;
  if (fault === undefined) return;
  if (faults.length > sites / 2) {
    await Promise.allSettled(leaves);
    throw fault;
  }
  log("error", "probes of a round failed for a reason of ours", {
    probes: faults.length,
    ...describeError(fault),
  });
}

/** The response times of the last round, in milliseconds by website: slow ones are to begin first. */
function lastDurations(last: OpenRound["last"]): (name: string) => number {
  const round = last?.rows.at(-1);
  return (name) => {
    const character = last && round && characterOf({ ...round, names: last.names }, name);
    return character === undefined ? 0 : durationOfClass(classOfCharacter(character));
  };
}

/** The websites that leave the bucket: they failed, answered at another URL, or have not answered yet. */
function leaversOf(found: Map<BucketSite, Probe | undefined>): Map<BucketSite, Probe | undefined> {
  return new Map(
    [...found].filter(([{ target }, probe]) => probe?.finding !== "up" || probe.url !== target.url),
  );
}

/** The character of each website by name; the results of websites that leave are in their checks. */
function charactersOf(sites: BucketSite[], found: Map<BucketSite, Probe>): Map<string, string> {
  const leaving = leaversOf(found);
  return new Map(
    sites.map((site) => {
      const probe = leaving.has(site) ? undefined : found.get(site);
      return [
        nameOf(site.uuid),
        probe ? characterOfDuration(probe.duration, probe.outcome) : NOT_PROBED,
      ];
    }),
  );
}

/** The first results are written after this at the latest. */
const FIRST_MS = 2_000;
/** The share of probes that must have finished. */
const MOST = 0.5;
/** The pause without a further one, as a share of the time elapsed. */
const QUIET = 0.1;

/**
 * Resolves when all probes have finished; or when half have, and then none for a tenth of the time
 * elapsed; or after two seconds.
 */
export async function mostOf(probes: Promise<unknown>[], clock: Clock) {
  const startedAt = clock.now();
  const most = Promise.withResolvers<void>();
  let count = 0;
  const countUp = async () => {
    count += 1;
    const own = count;
    if (own < probes.length * MOST) return;
    await clock.sleep((clock.now() - startedAt) * QUIET);
    if (own === count) most.resolve();
  };
  for (const probe of probes) probe.then(countUp, countUp);
  await Promise.race([Promise.allSettled(probes), most.promise, clock.sleep(FIRST_MS)]);
}
