import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import type { MonitorRecord } from "../../../shared/entities/monitor.ts";
import { LATENESS, putMetrics } from "../../../shared/platform/metrics.ts";
import { logRetried, readMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { askRegions } from "../../../shared/uptime/askRegions.ts";
import { addSeparateProbes } from "../../../shared/uptime/bucketHours.ts";
import { findBucketsOf, idOf, nameOf, positionOf } from "../../../shared/uptime/buckets.ts";
import { HostCrowded } from "../../../shared/uptime/pacing.ts";
import { type ProbeUrl, probeOnce } from "../../../shared/uptime/probeWebsite.ts";
import { openProbing, probeAll } from "../../../shared/uptime/probing.ts";
import { findMonitors } from "../../../shared/uptime/roster.ts";
import {
  confirmationOf,
  type SeparateProbe,
  sendSeparately,
} from "../../../shared/uptime/separateProbes.ts";
import { CONFIRM_SECONDS } from "../../../shared/uptime/states.ts";

const message = z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due: z.number() });

/** A website that was probed this lately has had two messages, or one twice. */
const JUST_PROBED_SECONDS = CONFIRM_SECONDS / 2;

/**
 * Probes the websites that the messages name, all at once. A message is given back when its website could not be
 * recorded, or when it can't be read.
 */
export function uptimeHandler(clock: Clock, probeUrl: ProbeUrl = probeOnce) {
  return async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const messages = Records.map((record) => ({
      id: record.messageId,
      probe: readMessage(record, read),
    }));
    const nowMs = clock.now();
    const probes = messages.flatMap(({ probe }) => probe ?? []);
    const failed = await probeSeparately(await findDue(probes, nowMs), { clock, probeUrl });
    putMetrics({
      [LATENESS]: probes.map(({ due }) => Math.max(0, Math.round(nowMs / 1000 - due))),
    });
    return {
      batchItemFailures: messages
        .filter(({ probe }) => !probe || failed.has(probe.uuid))
        .map(({ id }) => ({ itemIdentifier: id })),
    };
  };
}

function read({ body }: SQSRecord): SeparateProbe {
  return message.parse(JSON.parse(body));
}

/** The monitors of these websites, each once, without those that are stopped or were probed just now. */
async function findDue(named: OwnedKey[], nowMs: number): Promise<MonitorRecord[]> {
  const keys = [...new Map(named.map((key) => [`${key.reseller_uuid} ${key.uuid}`, key])).values()];
  if (keys.length === 0) return [];
  const seconds = nowMs / 1000;
  return (await findMonitors(keys)).flatMap((monitor) => {
    if (!monitor || monitor.target.mode === "stopped") return [];
    const { checked_at } = monitor.uptime;
    const isJustProbed =
      checked_at !== undefined && Math.abs(seconds - checked_at) < JUST_PROBED_SECONDS;
    return isJustProbed ? [] : monitor;
  });
}

interface Calling {
  clock: Clock;
  probeUrl: ProbeUrl;
}

/** Probes websites, records each as it comes, and adds them to the log. Returns those that failed. */
async function probeSeparately(
  monitors: MonitorRecord[],
  { clock, probeUrl }: Calling,
): Promise<Set<string>> {
  const at = Math.floor(clock.now() / 1000);
  const elsewhere = askRegions(monitors, clock);
  const runs = probeAll(
    monitors.map((monitor) => ({
      ...{ reseller_uuid: monitor.reseller_uuid, uuid: monitor.uuid, target: monitor.target },
      ...{ monitor, elsewhere: elsewhere.get(monitor.uuid) },
    })),
    openProbing(clock, probeUrl),
  );
  const results = await Promise.allSettled(
    runs.map(async (run, index) => {
      const result = await run;
      const monitor = monitors[index] as MonitorRecord;
      if (result.soon) await sendSeparately([monitor], confirmationOf([result]), clock.now());
      return { monitor, character: result.character };
    }),
  );
  // Requests that go on while the container is frozen would be taken for a region that does not answer.
  await Promise.all(elsewhere.values());
  const failed = new Set<string>();
  for (const [index, result] of results.entries()) {
    // It is probed again with the next round.
    if (result.status === "fulfilled" || result.reason instanceof HostCrowded) continue;
    const uuid = monitors[index]?.uuid ?? "";
    failed.add(uuid);
    logRetried("a probe could not be recorded and will be repeated", result.reason, { uuid });
  }
  const done = results.flatMap((each) => (each.status === "fulfilled" ? each.value : []));
  for (const uuid of await addToLog(done, at)) failed.add(uuid);
  return failed;
}

/**
 * Adds probes to the log, in one item for each bucket. To read the log of one website, all items of its bucket are read:
 * with an item for each probe, 64 websites that are down for a day had 18,432. Returns the uuids of those that failed.
 */
async function addToLog(
  done: { monitor: MonitorRecord; character: string }[],
  at: number,
): Promise<string[]> {
  const placed = await Promise.all(
    done.map(async ({ monitor: { uuid, target }, character }) => {
      const place = { minutes: target.minutes, position: positionOf(uuid) };
      const [bucket] = await findBucketsOf(place, at);
      return { uuid, bucket, character };
    }),
  );
  const writes = [...Map.groupBy(placed, ({ bucket }) => idOf(bucket)).values()].map(
    async (own) => {
      const characters = new Map(own.map(({ uuid, character }) => [nameOf(uuid), character]));
      const [first] = own;
      try {
        if (first) await addSeparateProbes(first.bucket, { at, characters });
        return [];
      } catch (error) {
        logRetried("probes could not be added to the log", error);
        return own.map(({ uuid }) => uuid);
      }
    },
  );
  return (await Promise.all(writes)).flat();
}
