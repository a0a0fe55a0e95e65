import { randomInt } from "node:crypto";
import { expect } from "vitest";
import type { CommandName } from "../../../functions/admin/commands.ts";
import { handler as changes } from "../../../functions/changes/index.ts";
import { enqueueDue } from "../../../functions/schedule/enqueueDue.ts";
import { enqueueRounds } from "../../../functions/schedule/enqueueRounds.ts";
import { countLeft } from "../../../functions/schedule/index.ts";
import { placeInIndex } from "../../../shared/checks/buckets.ts";
import { BucketDepth } from "../../../shared/entities/bucketDepth.ts";
import { MailAddress, mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import { StoredForms } from "../../../shared/entities/storedForms.ts";
import { User } from "../../../shared/entities/user.ts";
import { assertKnownForms } from "../../../shared/table/storedForms.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { type Case, catalogue, commandNames } from "../../functions/admin/catalogue.ts";
import { run } from "../../functions/admin/run.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeEstate, makeReseller } from "../../support/factories.ts";
import { onlyIntervals } from "../../support/intervals.ts";
import { putAside } from "../../support/stream.ts";
import { joinBucket, makeCheck, type Scenario } from "./scenario.ts";

/** The functions that operators, the schedule and the table's stream call. */
export const callers: Record<string, Scenario> = {
  async admin() {
    const estate = await makeEstate();
    const { reseller, user, business, website, webhook: webhook_uuid } = estate;
    const { uuid: reseller_uuid } = reseller;
    const { data } = await User.get({ reseller_uuid, uuid: user }).go();
    const suppressed = mailAddressKey(data?.email ?? "");
    await MailAddress.create({ ...suppressed, reason: "bounce", suppressed_at: timestamp() }).go();
    const site = { reseller_uuid, business_uuid: business, uuid: website };
    for (const kind of ["uptime", "audit"] as const) await makeCheck({ ...site, kind });
    await joinBucket({ reseller, uuid: website });
    const delivery = await makeDelivery({ reseller_uuid, webhook_uuid });
    const cases = await everyCommand();
    // A container looks once, and this one may have done so; the table is a new one.
    await StoredForms.delete({}).go();
    return async () => {
      await assertKnownForms(async () => true);
      for (const [command, { input }] of cases) await run(command, input);
      // What else they do with other records or fields.
      await run("find", { text: "a" });
      await run("show", { uuid: reseller_uuid });
      await run("down list", {});
      await run("plan list", {});
      await run("check list", { website });
      const plan = await run("plan create", { reseller_uuid, name: "named", with: ["ssl"] });
      await run("plan update", { uuid: plan.uuid, default: true });
      await run("mail resend", { user_uuid: user, lift: true });
      await run("delivery list", { webhook_uuid, status: "delivered" });
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
    const minutes = randomInt(2000, 1_000_000);
    await BucketDepth.put({ minutes, since: [0] }).go();
    // More than a bucket has: it is divided.
    for (let count = 0; count < 129; count += 1) {
      const place = placeInIndex(newUuid(), minutes, "");
      await makeCheck({ ...site, uuid: newUuid(), kind: "uptime", ...place });
    }
    onlyIntervals(minutes);
    return async () => {
      expect((await enqueueDue({ kind: "uptime", shard, now })).count).toBe(1);
      const later = new Date(now.getTime() + 60_000);
      expect((await enqueueDue({ kind: "uptime", shard, now: later })).count).toBe(0);
      expect((await enqueueDue({ kind: "lane", shard, now })).count).toBe(0);
      const left = [{ kind: "uptime" as const, shard }];
      expect(await countLeft(left, new Date(later.getTime() + 60_000))).toEqual({
        ...{ count: 0, errors: [] },
      });
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

/** Each command of the operators with what it takes. */
async function everyCommand(): Promise<[CommandName, Case][]> {
  return await Promise.all(
    commandNames.map(async (command): Promise<[CommandName, Case]> => {
      return [command, await catalogue[command](await makeReseller())];
    }),
  );
}

function imageOf(attributes: Record<string, string>) {
  return Object.fromEntries(Object.entries(attributes).map(([name, S]) => [name, { S }]));
}
