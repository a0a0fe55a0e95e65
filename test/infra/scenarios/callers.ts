import { expect } from "vitest";
import { handler as changes } from "../../../functions/changes/index.ts";
import { handler as cleanup } from "../../../functions/cleanup/index.ts";
import { enqueueDue } from "../../../functions/schedule/index.ts";
import { checkKinds } from "../../../shared/entities/check.ts";
import { run } from "../../functions/admin/run.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeEstate, makeFeedItem } from "../../support/factories.ts";
import { makeCheck, type Scenario } from "./scenario.ts";

/** The functions that operators, the schedule and the table's stream call. */
export const callers: Record<string, Scenario> = {
  async admin() {
    const { reseller, business, website, webhook: webhook_uuid } = await makeEstate();
    const { uuid: reseller_uuid, planUuid: plan_uuid } = reseller;
    const site = { reseller_uuid, business_uuid: business, uuid: website };
    for (const kind of checkKinds) await makeCheck({ ...site, kind });
    const delivery = await makeDelivery({ reseller_uuid, webhook_uuid });
    const name = "named";
    return async () => {
      await run("reseller create", { name });
      await run("reseller list", {});
      const { uuid } = await run("key create", { reseller_uuid, name });
      await run("key list", { reseller_uuid });
      await run("key revoke", { uuid });
      const plan = await run("plan create", { reseller_uuid, name, default: true });
      await run("plan list", { reseller_uuid });
      await run("plan update", { uuid: plan_uuid, default: true });
      await run("custom-field create", { reseller_uuid, name, type: "text" });
      await run("custom-field create", { reseller_uuid, name: "another", type: "text" });
      await run("custom-field list", { reseller_uuid });
      await run("business set-plan", { business_uuid: business, plan_uuid: plan.uuid });
      await run("check list", { website_uuid: website });
      const { requested_at } = await run("audit run", { website_uuid: website });
      await run("audit result", { website_uuid: website, requested_at });
      await run("webhook list", { reseller_uuid });
      await run("delivery list", { webhook_uuid, status: "delivered" });
      await run("delivery show", { webhook_uuid, uuid: delivery.uuid });
      await run("webhook test", { uuid: webhook_uuid });
      await run("webhook enable", { uuid: webhook_uuid });
      // Twice: it finds no lane, and one.
      await run("webhook disable", { uuid: webhook_uuid });
      await run("delivery replay", { webhook_uuid, uuid: delivery.uuid });
      await run("delivery replay", { webhook_uuid, uuid: delivery.uuid });
    };
  },

  async schedule() {
    const { reseller, business, website } = await makeEstate();
    // A shard of its own, so that the checks of other tests stay where they are.
    const shard = Number.parseInt(website.slice(-12), 16);
    const now = new Date();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    await makeCheck({ ...site, kind: "uptime", shard });
    return async () => {
      expect(await enqueueDue({ kind: "uptime", shard, now })).toBe(1);
      const later = new Date(now.getTime() + 60_000);
      expect(await enqueueDue({ kind: "uptime", shard, now: later })).toBe(0);
    };
  },

  async changes() {
    const estate = await makeEstate();
    const { reseller, business, website, competitor } = estate;
    const image = (entity: string, uuid: string) =>
      imageOf({
        __edb_e__: entity,
        reseller_uuid: reseller.uuid,
        business_uuid: business,
        uuid,
        hostname: "example.com",
      });
    const added = image("website", website);
    const Records = [
      { dynamodb: { SequenceNumber: "1", NewImage: added } },
      { dynamodb: { SequenceNumber: "2", NewImage: image("competitor", competitor) } },
      { dynamodb: { SequenceNumber: "3", OldImage: added } },
    ];
    return async () => expect(await changes({ Records })).toEqual({ batchItemFailures: [] });
  },

  async cleanup() {
    const { reseller, business, website } = await makeEstate();
    const reseller_uuid = reseller.uuid;
    await makeFeedItem({ reseller_uuid, business_uuid: business, website_uuid: website });
    const removal = (__edb_e__: string, uuid: string) => ({
      eventName: "REMOVE" as const,
      dynamodb: { SequenceNumber: uuid, OldImage: imageOf({ __edb_e__, reseller_uuid, uuid }) },
    });
    const Records = [removal("business", business), removal("website", website)];
    return async () => expect(await cleanup({ Records })).toEqual({ batchItemFailures: [] });
  },
};

function imageOf(attributes: Record<string, string>) {
  return Object.fromEntries(Object.entries(attributes).map(([name, S]) => [name, { S }]));
}
