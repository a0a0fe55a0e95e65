import { describeError, log } from "../../../shared/platform/log.ts";
import { addRound, findHour } from "../../../shared/uptime/bucketHours.ts";
import { type Bucket, nameOf } from "../../../shared/uptime/buckets.ts";
import { NOT_PROBED } from "../../../shared/uptime/characters.ts";
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

/**
 * Makes a round of a bucket: probes the websites that are plainly up, and has the others probed by messages of
 * their own. The characters are written last: if the worker is killed before, the round is made again.
 */
export async function runRound({ bucket, slot }: Round, probing: Probing) {
  const { clock } = probing;
  const nowSeconds = Math.floor(clock.now() / 1000);
  const last = await findHour(bucket, nowSeconds);
  if (last?.rows[slot]) return;
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
  await sendSeparately(
    targets.filter((_, index) => results[index]?.soon),
    confirmationOf(results.flatMap((result) => (result?.soon ? result : []))),
    clock.now(),
  );
  const failed = targets.filter((_, index) => !results[index]);
  await sendSeparately(failed, slot, clock.now());
  const characters = new Map(
    targets.map(({ uuid }, index) => [nameOf(uuid), results[index]?.character ?? NOT_PROBED]),
  );
  await addRound(bucket, { slot, at: nowSeconds, characters }, last);
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
