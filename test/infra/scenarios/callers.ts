import { expect } from "vitest";
import { handler as changes } from "../../../functions/changes/index.ts";
import { countLeft } from "../../../functions/schedule/countLeft.ts";
import { enqueueDue } from "../../../functions/schedule/enqueueDue.ts";
import { enqueueRounds } from "../../../functions/schedule/enqueueRounds.ts";
import { takeSeats } from "../../../shared/checks/rosters.ts";
import { checkKinds } from "../../../shared/entities/check.ts";
import { MailAddress, mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import { User } from "../../../shared/entities/user.ts";
import { timestamp } from "../../../shared/time.ts";
import { run } from "../../functions/admin/run.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeEstate } from "../../support/factories.ts";
import { putAside } from "../../support/stream.ts";
import { makeCheck, type Scenario, seatCheck } from "./scenario.ts";

/** The functions that operators, the schedule and the table's stream call. */
export const callers: Record<string, Scenario> = {
  async admin() {
    const estate = await makeEstate();
    const { reseller, user, business, website, competitor, webhook: webhook_uuid } = estate;
    const { uuid: reseller_uuid, planUuid: plan_uuid } = reseller;
    const { data } = await User.get({ reseller_uuid, uuid: user }).go();
    const suppressed = mailAddressKey(data?.email ?? "");
    await MailAddress.create({ ...suppressed, reason: "bounce", suppressed_at: timestamp() }).go();
    const site = { reseller_uuid, business_uuid: business, uuid: website };
    for (const kind of checkKinds) await makeCheck({ ...site, kind });
    await seatCheck({ reseller, uuid: website });
    const delivery = await makeDelivery({ reseller_uuid, webhook_uuid });
    const name = "named";
    return async () => {
      await run("find", { text: "a" });
      await run("find", { text: "a", reseller_uuid });
      await run("show", { uuid: website });
      await run("show", { uuid: reseller_uuid });
      await run("user list", { reseller_uuid });
      await run("down list", {});
      await run("feed list", { website });
      await run("reseller create", { name, same_name: true });
      await run("reseller list", {});
      const { uuid } = await run("key create", { reseller_uuid, name });
      await run("key list", { reseller_uuid });
      await run("key revoke", { uuid });
      const plan = await run("plan create", { reseller_uuid, name, default: true });
      await run("plan list", { reseller_uuid });
      await run("plan update", { uuid: plan_uuid, default: true });
      await run("plan update", { uuid: plan.uuid, default: true });
      await run("custom-field create", { reseller_uuid, name, type: "text" });
      await run("custom-field create", { reseller_uuid, name: "another", type: "text" });
      await run("custom-field list", { reseller_uuid });
      await run("business set-plan", { business_uuid: business, plan_uuid: plan.uuid });
      await run("check list", { website });
      const { requested_at } = await run("audit run", { website });
      await run("audit result", { website, requested_at });
      await run("reseller set", { uuid: reseller_uuid, colour: "#123456" });
      await run("mail resend", { user_uuid: user, lift: true });
      await run("mail list", { user_uuid: user });
      await run("user suspend", { uuid: user });
      await run("user resume", { uuid: user });
      await run("webhook list", { reseller_uuid });
      await run("delivery list", { webhook_uuid, status: "delivered" });
      await run("delivery show", { webhook_uuid, uuid: delivery.uuid });
      await run("webhook test", { uuid: webhook_uuid });
      await run("webhook enable", { uuid: webhook_uuid });
      // Twice: it finds no lane, and one.
      await run("webhook disable", { uuid: webhook_uuid });
      await run("delivery replay", { webhook_uuid, uuid: delivery.uuid });
      await run("delivery replay", { webhook_uuid, uuid: delivery.uuid });
      await run("competitor reread", { uuid: competitor });
      await run("website set-hostname", { website, hostname: "moved.example" });
      await run("plan delete", { uuid: plan_uuid, move_to: plan.uuid });
      await run("website delete", { website, yes: true });
      await run("user delete", { uuid: user, yes: true });
      await run("reseller delete", { uuid: reseller_uuid, yes: true });
    };
  },

  async schedule() {
    const { reseller, business, website } = await makeEstate();
    // A shard of its own, so that the checks of other tests stay where they are.
    const shard = Number.parseInt(website.slice(-12), 16);
    const now = new Date();
    const site = { reseller_uuid: reseller.uuid, business_uuid: business, uuid: website };
    await makeCheck({ ...site, kind: "uptime", shard });
    await takeSeats(1, 1);
    return async () => {
      expect((await enqueueDue({ kind: "uptime", shard, now })).count).toBe(1);
      const later = new Date(now.getTime() + 60_000);
      expect((await enqueueDue({ kind: "uptime", shard, now: later })).count).toBe(0);
      expect((await enqueueDue({ kind: "lane", shard, now })).count).toBe(0);
      expect(await countLeft([{ kind: "uptime", shard }], new Date(later.getTime() + 60_000))).toBe(
        0,
      );
      await enqueueRounds(now, () => true);
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
    return async () => {
      expect(await changes({ Records })).toEqual({ batchItemFailures: [] });
      expect(putAside(reseller.uuid)).toEqual([]);
    };
  },
};

function imageOf(attributes: Record<string, string>) {
  return Object.fromEntries(Object.entries(attributes).map(([name, S]) => [name, { S }]));
}
