import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isInBucket, lastSlot } from "../../../../functions/monitoring/buckets.ts";
import { roundsHandler } from "../../../../functions/monitoring/rounds/runRounds.ts";
import { type ProbeUrl, probeOnce } from "../../../../functions/monitoring/uptime/probeSite.ts";
import type { CheckRecord } from "../../../../shared/entities/check.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { findCheck } from "../../../support/monitoring.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";
import { serve } from "../../../support/site.ts";
import { joinBucket, makeBucket, patientClock, readRounds } from "./buckets.ts";

beforeEach(() => {
  ownControlHosts();
  ownSchedule();
});

afterEach(() => void vi.unstubAllEnvs());

async function makeSites(count: number) {
  const bucket = await makeBucket();
  const sites = await Promise.all(
    Array.from({ length: count }, () => serve((_, response) => response.writeHead(200).end())),
  );
  const websites = await Promise.all(sites.map(({ url }) => joinBucket(url, { bucket })));
  const slot = lastSlot(bucket, Math.floor(Date.now() / 1000));
  const event = sqsEvent({ rounds: [{ ...bucket, slot }] });
  const inBucket = async () => {
    const checks = await Promise.all(websites.map((website) => findCheck(website, "uptime")));
    return checks.map((check) => isInBucket(check as CheckRecord<"uptime">));
  };
  return { bucket, sites, event, inBucket };
}

test("without a contact the round returns to its queue, and no website fails or leaves", async () => {
  const { bucket, event, inBucket } = await makeSites(3);
  vi.stubEnv("CONTACT_URL", "");
  const { batchItemFailures } = await roundsHandler(patientClock)(event);
  expect(batchItemFailures).toHaveLength(1);
  expect(await inBucket()).toEqual([true, true, true]);
  expect(await readRounds(bucket)).toEqual([]);
  vi.unstubAllEnvs();
  expect(await roundsHandler(patientClock)(event)).toEqual({ batchItemFailures: [] });
  expect(await readRounds(bucket)).toHaveLength(1);
});

test("one website on which a probe throws leaves the round, and its state stays", async () => {
  const { bucket, sites, event, inBucket } = await makeSites(3);
  const probe: ProbeUrl = async (url, which) => {
    if (url === sites[0]?.url) throw Object.assign(new Error("no files left"), { code: "EMFILE" });
    return await probeOnce(url, which);
  };
  expect(await roundsHandler(patientClock, probe)(event)).toEqual({ batchItemFailures: [] });
  expect(await inBucket()).toEqual([false, true, true]);
  expect(await readRounds(bucket)).toHaveLength(1);
});
