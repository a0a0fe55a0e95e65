import { randomInt } from "node:crypto";
import type { Context } from "aws-lambda";
import { expect } from "vitest";
import { handler as answerOpen } from "../../../../functions/open/index.ts";
import { handler as changes } from "../../../../functions/workers/changes/index.ts";
import { enqueueDue } from "../../../../functions/workers/schedule/enqueueDue.ts";
import { enqueueRounds } from "../../../../functions/workers/schedule/enqueueRounds.ts";
import { readAlerts } from "../../../../shared/alerts/alerts.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { changeReportMails } from "../../../../shared/reports/reportMails.ts";
import { unsubscribeToken } from "../../../../shared/reports/unsubscribeToken.ts";
import { open, PAGE } from "../../../functions/open/sharedPages/open.ts";
import { call, eventFor } from "../../../support/api.ts";
import { putInterval } from "../../../support/buckets.ts";
import { makeEstate, makeShare } from "../../../support/factories.ts";
import { storeMonitor } from "../../../support/monitoring.ts";
import { onlyIntervals } from "../../../support/onlyOwn.ts";
import { putAside } from "../../../support/stream.ts";
import { makeCheck, type Scenario } from "./scenario.ts";

/** The functions that the schedule and the table's stream call, and people without a key. */
export const callers: Record<string, Scenario> = {
  async open() {
    const { reseller, user, business, website } = await makeEstate();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    await makeCheck(site);
    const one = await makeShare(reseller, { website_uuid: website });
    const all = await makeShare(reseller, { business_uuid: business });
    const key = { reseller_uuid: reseller.uuid, uuid: user };
    const reports = await changeReportMails(key, () => ({ frequency: "weekly" }));
    const [address] = await addAddress(reseller.key, reseller.uuid);
    const tokens = [
      unsubscribeToken(reports),
      unsubscribeToken({ ...key, secret: "", ...address }),
    ];
    return async () => {
      await answerOpen(eventFor("GET /health"), {} as Context);
      for (const shared of [one.token, all.token, "unknown"]) await open(PAGE, shared);
      for (const token of tokens) {
        for (const method of ["GET", "POST"]) {
          const event = eventFor(`${method} /unsubscribe/{token}`, { uuid: token });
          await answerOpen(event, {} as Context);
        }
      }
    };
  },

  async schedule() {
    const { reseller, business, website } = await makeEstate();
    // A shard of its own, so that the checks of other tests stay where they are.
    const shard = Number.parseInt(website.slice(-12), 16);
    const now = new Date();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    await makeCheck(site, { shard });
    const minutes = randomInt(2000, 1_000_000);
    await putInterval(minutes);
    // More than a bucket has: it is divided.
    const tooMany = Array.from({ length: 129 }, () =>
      storeMonitor({ ...site, uuid: newUuid() }, { target: { minutes } }),
    );
    await Promise.all(tooMany);
    onlyIntervals(minutes);
    return async () => {
      expect(await enqueueDue({ kind: "audit", shard, now })).toBe(1);
      // At the next full two hours, a check that is still due counts as lost.
      const later = new Date(Math.ceil(now.getTime() / 7_200_000) * 7_200_000 + 10_000);
      expect(await enqueueDue({ kind: "audit", shard, now: later })).toBe(1);
      expect(await enqueueDue({ kind: "webhook", shard, now })).toBe(0);
      await enqueueRounds(now);
    };
  },

  async changes() {
    const estate = await makeEstate();
    const { reseller, business, website, competitor } = estate;
    const asText = (entity: string, uuid: string) => ({
      __edb_e__: entity,
      reseller_uuid: reseller.uuid,
      business_uuid: business,
      uuid,
      hostname: "example.com",
      updated_at: timestamp(),
    });
    const image = (entity: string, uuid: string) => imageOf(asText(entity, uuid));
    const added = image("website", website);
    const noFindings = { ...image("websiteFindings", website), findings: { L: [] } };
    const gone = newUuid();
    await addAddress(reseller.key, reseller.uuid);
    const down = (down_since: string) => imageOf({ ...asText("website", website), down_since });
    const Records = [
      { dynamodb: { SequenceNumber: "4", OldImage: added, NewImage: down("2026") } },
      { dynamodb: { SequenceNumber: "5", OldImage: down("2026"), NewImage: added } },
      { dynamodb: { SequenceNumber: "6", OldImage: down("2026") } },
      { dynamodb: { SequenceNumber: "1", NewImage: added } },
      { dynamodb: { SequenceNumber: "2", NewImage: image("competitor", competitor) } },
      { dynamodb: { SequenceNumber: "3", OldImage: image("website", gone) } },
      { dynamodb: { SequenceNumber: "7", NewImage: noFindings } },
    ];
    return async () => {
      expect(await changes({ Records })).toEqual({ batchItemFailures: [] });
      expect(putAside(reseller.uuid)).toEqual([]);
    };
  },
};

async function addAddress(key: string, reseller_uuid: string) {
  await call("PATCH /v1/account/alerts", { key, body: { addresses: ["ops@example.com"] } });
  return (await readAlerts(reseller_uuid)).addresses;
}

function imageOf(attributes: Record<string, string>) {
  return Object.fromEntries(Object.entries(attributes).map(([name, S]) => [name, { S }]));
}
