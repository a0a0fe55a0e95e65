import { describeError, log } from "../../../shared/platform/log.ts";
import { addRound, findHour } from "../../../shared/uptime/bucketHours.ts";
import { type Bucket, nameOf } from "../../../shared/uptime/buckets.ts";
import { NOT_PROBED, readCharacter } from "../../../shared/uptime/characters.ts";
import { HostCrowded } from "../../../shared/uptime/pacing.ts";
import { type Probing, probeAll } from "../../../shared/uptime/probing.ts";
import { findRoster } from "../../../shared/uptime/roster.ts";
import { confirmationOf, sendSeparately } from "../../../shared/uptime/separateProbes.ts";

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
}

/**
 * Makes a round of a bucket: probes the websites that are plainly up, and has the others probed by messages of
 * their own. The characters are written last: if the worker is killed before, the round is made again.
 */
export async function runRound({ bucket, slot }: Round, probing: Probing): Promise<RoundResult> {
  const { clock } = probing;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const last = await findHour(bucket, nowSeconds);
  if (last?.rows[slot]) return { checks: 0, failures: 0 };
  const roster = (await findRoster(bucket)).filter(({ target }) => target.mode !== "stopped");
  const plain = roster.filter(({ target }) => target.mode === "rounds");
  const targets = plain.slice(0, MOST_IN_ROUND);
  const separate = [
    ...roster.filter((each) => each.target.mode === "separate"),
    ...plain.slice(MOST_IN_ROUND),
  ];
  await sendSeparately(separate, slot, clock.now());
  const settled = await Promise.allSettled(probeAll(targets, probing));
  assertFewFaults(settled);
  const results = settled.map((each) => (each.status === "fulfilled" ? each.value : undefined));
  const recorded = results.filter((result) => result !== undefined);
  await sendSeparately(
    targets.filter((_, index) => results[index]?.soon),
    confirmationOf(recorded.filter((result) => result.soon)),
    clock.now(),
  );
  const failed = targets.filter((_, index) => !results[index]);
  await sendSeparately(failed, slot, clock.now());
  const characters = new Map(
    targets.map(({ uuid }, index) => [nameOf(uuid), results[index]?.character ?? NOT_PROBED]),
  );
  const isWritten = await addRound(bucket, { slot, at: nowSeconds, characters }, last);
  // If another worker was faster, it has counted this round.
  if (!isWritten) return { checks: 0, failures: 0 };
  const failures = recorded.filter(({ character }) => !isAnswer(character)).length;
  return { checks: recorded.length, failures };
}

function isAnswer(character: string): boolean {
  return readCharacter(character).verdict === "up";
}

/**
 * A probe that throws is a fault of ours, unless its host is crowded. If most do, the round fails and is made again;
 * otherwise these websites are probed separately.
 */
function assertFewFaults(probes: PromiseSettledResult<unknown>[]) {
  const faults = probes.flatMap((probe) =>
    probe.status === "rejected" && !(probe.reason instanceof HostCrowded) ? [probe.reason] : [],
  );
  const [fault] = faults;
  if (fault === undefined) return;
  if (faults.length > probes.length / 2) throw fault;
  log("error", "probes of a round failed for a reason of ours", {
    probes: faults.length,
    ...describeError(fault),
  });
}
