import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { isMaintained } from "../../shared/checks/maintenance.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import { intervalMinutes, nextDue } from "../../shared/checks/schedule.ts";
import {
  findSubscriptions,
  isWanted,
  type Subscription,
} from "../../shared/checks/subscriptions.ts";
import { readUptimeMemory } from "../../shared/checks/uptime.ts";
import type { CheckRecord } from "../../shared/entities/check.ts";
import { type Clock, timestamp } from "../../shared/time.ts";
import { CONFIRM_SECONDS } from "./advance.ts";
import { hostOf } from "./controlLook.ts";
import { Distrust } from "./distrust.ts";
import { type Look, oncePerUrl } from "./oncePerUrl.ts";
import { type Attempt, type Probe, probeSite, probeUrl } from "./probeSite.ts";
import { recordProbe } from "./recordProbe.ts";

/** So many failures in a row, 10 minutes: then a failure is written all the same. */
const MAX_DISCARDED = 10;

/**
 * Results that come within this time of the first probe are written together, which takes a third
 * less of the processor than between the probes; what takes longer is written when it comes.
 */
const TOGETHER_MS = 1000;

/** What a round leaves: the checks whose result could not be written, and those due again soon. */
interface Outcome {
  failures: { uuid: string; error: unknown }[];
  soon: DueCheck[];
}

/**
 * Checks these websites, all at once, and writes what was found of each: a website that does not
 * answer holds up no other for more than a second.
 */
export async function runRound(checks: CheckRecord<"uptime">[], clock: Clock): Promise<Outcome> {
  const subscriptions = await findSubscriptions(checks);
  const distrust = new Distrust();
  const look = oncePerUrl((url) => probeUrl(url));
  const probes = checks.map((check) => {
    const subscription = subscriptions.get(check.business_uuid);
    return isWanted("uptime", subscription) ? probe(check, { distrust, look }) : undefined;
  });
  const together = Promise.race([Promise.allSettled(probes), clock.sleep(TOGETHER_MS)]);
  const results = await Promise.allSettled(
    checks.map(async (check, index) => {
      const minutes = minutesOf(subscriptions.get(check.business_uuid));
      const found = await probes[index];
      await together;
      if (!found || (await isExcused(check, found))) return await skip(check, minutes);
      const isOurs =
        found.finding === "down" &&
        discardedOf(check) < MAX_DISCARDED &&
        (await distrust.isOurs(check.reseller_uuid));
      return isOurs ? await discard(check, found) : await recordProbe(check, found, minutes);
    }),
  );
  return {
    failures: results.flatMap((result, index) =>
      result.status === "rejected" ? { uuid: checks[index]?.uuid ?? "", error: result.reason } : [],
    ),
    soon: results.flatMap((result) => (result.status === "fulfilled" ? (result.value ?? []) : [])),
  };
}

function minutesOf(subscription: Subscription | undefined): number {
  return intervalMinutes("uptime", subscription?.plan ?? {});
}

/** What the probes of a round have in common. */
interface Round {
  distrust: Distrust;
  look: Look<Attempt>;
}

async function probe(check: CheckRecord<"uptime">, { distrust, look }: Round): Promise<Probe> {
  const { url, state } = readUptimeMemory(check);
  const found = await probeSite(check.hostname, url, look);
  const answered = found.finding === "up";
  // One that is known to be down, or can't be reached at all, says nothing about the way out.
  if (answered || (found.finding === "down" && state !== "down")) {
    distrust.vote({ reseller: check.reseller_uuid, host: hostOf(found.url), answered });
  }
  return found;
}

/** Whether a failure was announced: it is no downtime. */
async function isExcused(check: CheckRecord<"uptime">, { finding, at }: Probe): Promise<boolean> {
  return finding === "down" && (await isMaintained(check, at));
}

/** Nobody wants to know at the moment. */
async function skip(check: CheckRecord<"uptime">, minutes: number) {
  await reschedule(check, nextDue(check.uuid, minutes, new Date()));
  return undefined;
}

/** Leaves what is known of a website as it is, to be probed again soon, and counts that. */
async function discard(check: CheckRecord<"uptime">, { at }: Probe) {
  const { reseller_uuid, uuid, memory } = check;
  const due_at = timestamp(new Date(at.getTime() + CONFIRM_SECONDS * 1000));
  const discarded = discardedOf(check) + 1;
  const written = await reschedule(check, due_at, { memory: { ...memory, discarded } });
  return written ? { reseller_uuid, uuid, due_at } : undefined;
}

function discardedOf(check: CheckRecord<"uptime">): number {
  return readUptimeMemory(check).discarded ?? 0;
}
