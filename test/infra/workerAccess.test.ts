import type { Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { auditHandler } from "../../functions/audit/index.ts";
import { findSources } from "../../functions/audit/services/sources.ts";
import { handler as changes } from "../../functions/changes/index.ts";
import { handler as competitorReader } from "../../functions/competitorReader/index.ts";
import { enqueueDue } from "../../functions/schedule/enqueueDue.ts";
import { handler as uptime } from "../../functions/uptime/index.ts";
import {
  auditAccess,
  changesAccess,
  competitorReaderAccess,
  scheduleAccess,
  uptimeAccess,
} from "../../infra/tableAccess.ts";
import { allowLocalAddresses } from "../../shared/outbound/index.ts";
import { systemClock } from "../../shared/pages/clock.ts";
import { actionsOf } from "../support/actions.ts";
import { call } from "../support/api.ts";
import { makeEstate } from "../support/factories.ts";
import { sqsEvent } from "../support/messages.ts";
import { startSite } from "../support/site.ts";
import { expectExactly, makeCheck } from "./access.ts";

/** Like tableAccess.test.ts, for those that are called by the schedule, the stream and the queues. */
describe("the role allows exactly what is done by", () => {
  it("schedule", async () => {
    const { reseller, business, website } = await makeEstate();
    // A shard of its own, so that the checks of other tests stay where they are.
    const shard = Number.parseInt(website.slice(-12), 16);
    const now = new Date();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    await makeCheck({ ...site, kind: "uptime", shard });
    const seen = await actionsOf(async () => {
      expect(await enqueueDue({ kind: "uptime", shard, now })).toBe(1);
      const later = new Date(now.getTime() + 60_000);
      expect(await enqueueDue({ kind: "uptime", shard, now: later })).toBe(0);
    });
    expectExactly(scheduleAccess, seen);
  });

  it("changes", async () => {
    const { reseller, business, website, competitor } = await makeEstate();
    const image = (entity: string, uuid: string, hostname: string) =>
      Object.fromEntries(
        Object.entries({
          __edb_e__: entity,
          reseller_uuid: reseller.uuid,
          business_uuid: business,
          uuid,
          hostname,
        }).map(([name, S]) => [name, { S }]),
      );
    const added = image("website", website, "example.com");
    const seen = await actionsOf(async () => {
      const Records = [
        { dynamodb: { SequenceNumber: "1", NewImage: added } },
        {
          dynamodb: { SequenceNumber: "2", NewImage: image("competitor", competitor, "a.example") },
        },
        { dynamodb: { SequenceNumber: "3", OldImage: added } },
      ];
      expect(await changes({ Records })).toEqual({ batchItemFailures: [] });
    });
    expectExactly(changesAccess, seen);
  });

  it("uptime", async () => {
    const { reseller, business, website } = await makeEstate();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    // The host name of the website in the list is refused before a connection is made.
    const key = { key: reseller.key, uuid: website };
    const body = { hostname: "http://127.0.0.1" };
    expect((await call("PATCH /v1/websites/{website_uuid}", { ...key, body })).status).toBe(200);
    const { due_at } = await makeCheck({ ...site, ...body, kind: "uptime" });
    const seen = await actionsOf(async () => {
      const checks = [{ reseller_uuid: reseller.uuid, uuid: website, due_at }];
      expect(await uptime(sqsEvent({ checks }))).toEqual({ batchItemFailures: [] });
    });
    const { body: found } = await call("GET /v1/websites/{website_uuid}", key);
    expect(found.data.is_hostname_up).toBe(false);
    expectExactly(uptimeAccess, seen);
  });

  it("audit", async () => {
    allowLocalAddresses();
    const { url, close } = await startSite({ "/": "<title>Engines</title>", "/search": "[]" });
    // In place of the public one; everything else that an audit asks knows nothing of 127.0.0.1.
    process.env["NOMINATIM_URL"] = url;
    const audit = auditHandler({ clock: systemClock, sources: findSources(), maxPages: 500 });
    const { reseller, user } = await makeEstate();
    const { key, uuid: reseller_uuid } = reseller;
    // The one that the onboarding made: its address is known, and looked for.
    const listed = await call("GET /v1/businesses", { key, query: { userUuid: user } });
    const { uuid: business_uuid } = listed.body.data.find(
      ({ name }: { name: string }) => name === "Analytical Engines",
    );
    const made = await call("POST /v1/websites", {
      key,
      query: { businessUuid: business_uuid },
      body: { hostname: url },
    });
    const { uuid } = made.body.data;
    const site = { reseller_uuid, business_uuid, uuid, hostname: url };
    const { due_at } = await makeCheck({ ...site, kind: "audit", memory: {} });
    const seen = await actionsOf(async () => {
      const context = { getRemainingTimeInMillis: () => 120_000 } as Context;
      const checks = [{ reseller_uuid, uuid, due_at }];
      expect(await audit(sqsEvent({ checks }), context)).toEqual({ batchItemFailures: [] });
    });
    await close();
    expectExactly(auditAccess, seen);
  });

  it("competitorReader", async () => {
    allowLocalAddresses();
    const { url, close } = await startSite({ "/": "<title>Rival Ltd</title>" });
    const { reseller, business } = await makeEstate();
    const { body } = await call("POST /v1/competitors", {
      key: reseller.key,
      query: { businessUuid: business },
      body: { hostname: url },
    });
    const seen = await actionsOf(async () => {
      const message = { reseller_uuid: reseller.uuid, competitor_uuid: body.data.uuid };
      expect(await competitorReader(sqsEvent(message))).toEqual({ batchItemFailures: [] });
    });
    await close();
    expectExactly(competitorReaderAccess, seen);
  });
});
