import { describeError, log } from "../../../shared/platform/log.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { addRound, findHour } from "../../../shared/uptime/bucketHours.ts";
import { type Bucket, nameOf } from "../../../shared/uptime/buckets.ts";
import { NOT_PROBED, readCharacter } from "../../../shared/uptime/characters.ts";
import { HostCrowded, WAIT_MS } from "../../../shared/uptime/pacing.ts";
import { type Probing, probeAll } from "../../../shared/uptime/probing.ts";
import type { RecordedProbe } from "../../../shared/uptime/recordProbe.ts";
import { findRoster } from "../../../shared/uptime/roster.ts";
import { confirmationOf, sendSeparately } from "../../../shared/uptime/separateProbes.ts";

/** A website that has not answered this long after the last one began is probed separately. */
const ROUND_MS = 12_000;
/**
 * More websites than a bucket usually has. If very many are added to an interval at once, those beyond this
 * number are probed separately until the bucket is divided.
 */
const MOST_IN_ROUND = 400;

/** A round that is due. */
interface Round {
  bucket: Bucket;
  slot: number;
}

export interface RoundResult {
  checks: number;
  failures: number;
  /** Websites that did not answer in time. */
  late: number;
}

/**
 * Makes a round of a bucket: probes the websites that are plainly up, and has the others probed by messages of
 * their own. The characters are written last: if the worker is killed before, the round is made again.
 */
export async function runRound({ bucket, slot }: Round, probing: Probing): Promise<RoundResult> {
  const { clock } = probing;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const [last, former] = await Promise.all([
    findHour(bucket, nowSeconds),
    hourBefore(bucket, slot, nowSeconds),
  ]);
  if (last?.rows[slot] ?? former?.rows[slot]) return { checks: 0, failures: 0, late: 0 };
  const roster = (await findRoster(bucket)).filter(({ target }) => target.mode !== "stopped");
  const plain = roster.filter(({ target }) => target.mode === "rounds");
  const targets = plain.slice(0, MOST_IN_ROUND);
  const separate = [
    ...roster.filter((each) => each.target.mode === "separate"),
    ...plain.slice(MOST_IN_ROUND),
  ];
  await sendSeparately(separate, slot, clock.now());
  let isOver = false;
  const runs = probeAll(targets, probing, () => isOver);
  const recorded = new Map<OwnedKey, RecordedProbe>();
  const faults: unknown[] = [];
  const done = runs.map(async (run, index) => {
    const target = targets[index];
    try {
      const result = await run.recorded;
      if (target) recorded.set(target, result);
    } catch (error) {
      if (!(error instanceof HostCrowded)) faults.push(error);
    }
  });
  await Promise.all(runs.map(({ turn }) => turn));
  await untilOver(Promise.all(done), probing);
  isOver = true;
  await Promise.all(done.filter((_, index) => runs[index]?.isRecording()));
  assertFewFaults(faults, targets.length);
  // Later answers are ignored: these websites are probed again.
  const results = new Map(recorded);
  const late = targets.filter((target) => !results.has(target));
  const soon = [...results].filter(([, result]) => result.soon);
  await sendSeparately(
    soon.map(([target]) => target),
    confirmationOf(soon.map(([, result]) => result)),
    clock.now(),
  );
  await sendSeparately(late, slot, clock.now());
  const characters = new Map(
    targets.map((target) => [nameOf(target.uuid), results.get(target)?.character ?? NOT_PROBED]),
  );
  const isWritten = await addRound(bucket, { slot, at: nowSeconds, characters }, last);
  // If another worker was faster, it has counted this round.
  if (!isWritten) return { checks: 0, failures: 0, late: 0 };
  const failures = [...results.values()].filter(({ character }) => !isAnswer(character)).length;
  return { checks: results.size, failures, late: late.length };
}

/** The hour of a slot, if that is over: perhaps the round was made then. */
async function hourBefore(bucket: Bucket, slot: number, nowSeconds: number) {
  const isOver = Math.floor(slot / 3600) < Math.floor(nowSeconds / 3600);
  return isOver ? await findHour(bucket, slot) : undefined;
}

function isAnswer(character: string): boolean {
  return readCharacter(character).verdict === "up";
}

/** Waits until all probes are over, or too late. Redirects may lead to hosts that have to wait longer. */
async function untilOver(all: Promise<unknown>, { clock, hosts }: Probing) {
  const startedAt = clock.now();
  const end = () => Math.min(Math.max(startedAt, hosts.latest), startedAt + WAIT_MS) + ROUND_MS;
  const isOver = all.then(() => true);
  for (let waited = startedAt; waited < end(); ) {
    const until = end();
    if (await Promise.race([isOver, clock.sleep(until - waited)])) break;
    waited = until;
  }
}

/**
 * A probe that throws is a fault of ours. If most do, the round fails and is made again; otherwise these
 * websites are probed separately.
 */
function assertFewFaults(faults: unknown[], websites: number) {
  const [fault] = faults;
  if (fault === undefined) return;
  if (faults.length > websites / 2) throw fault;
  const probes = faults.length;
  log("error", "probes of a round failed for a reason of ours", {
    probes,
    ...describeError(fault),
  });
}
