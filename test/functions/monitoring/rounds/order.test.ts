import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { lastSlot } from "../../../../functions/monitoring/buckets.ts";
import { roundsHandler } from "../../../../functions/monitoring/rounds/runRounds.ts";
import type { ProbeUrl } from "../../../../functions/monitoring/uptime/probeSite.ts";
import { allowLocalAddresses } from "../../../../shared/outbound/index.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { joinBucket, makeBucket, patientClock } from "./buckets.ts";

const NOON = Date.parse("2026-11-20T12:10:00Z");

beforeAll(() => allowLocalAddresses());
beforeEach(() => {
  ownControlHosts();
  ownSchedule();
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  return () => void vi.useRealTimers();
});

test("websites that were slow in the last round begin first, also one that is quick by now", async () => {
  const bucket = await makeBucket();
  const durations = new Map([
    ["http://quick.example", 90],
    ["http://slow.example", 4000],
    ["http://usual.example", 300],
    ["http://slower.example", 9000],
  ]);
  for (const url of durations.keys()) await joinBucket(url, { bucket });
  const roundAt = async (now: number) => {
    vi.setSystemTime(now);
    const begun: string[] = [];
    const probeUrl: ProbeUrl = async (url) => {
      begun.push(url);
      const duration = durations.get(url) ?? 0;
      return { answered: true, outcome: "up", url, lastUrl: url, duration };
    };
    const rounds = [{ ...bucket, slot: lastSlot(bucket, now / 1000) }];
    await roundsHandler(patientClock, probeUrl)(sqsEvent({ rounds }));
    return begun.map((url) => new URL(url).hostname.split(".")[0]);
  };
  expect((await roundAt(NOON)).toSorted()).toEqual(["quick", "slow", "slower", "usual"]);
  durations.set("http://slower.example", 100);
  expect(await roundAt(NOON + 300_000)).toEqual(["slower", "slow", "usual", "quick"]);
  const third = await roundAt(NOON + 600_000);
  expect(third.slice(0, 2)).toEqual(["slow", "usual"]);
  expect(third.slice(2).toSorted()).toEqual(["quick", "slower"]);
});
