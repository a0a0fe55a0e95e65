import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as changes } from "../../../../functions/workers/changes/index.ts";
import { handler as cleanup } from "../../../../functions/workers/cleanup/index.ts";
import { AccountCounts } from "../../../../shared/entities/accountCounts.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { Website } from "../../../../shared/entities/website.ts";
import { readCounts } from "../../../../shared/lists/account.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { anHourAfterRestoring, makeCustomer, makeWebsite } from "../../../support/factories.ts";
import { fillList } from "../../../support/fill.ts";
import { followReseller } from "../../../support/follow.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { recordStream } from "../../../support/recordStream.ts";

/** More than the clean-up takes at a step. */
const SIZES = [120, 900];
const HURRIED = { remaining: 9000 };
const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";

const LARGE = 10_000;
const BUSINESS = "DELETE /v1/businesses/{business_uuid}";
const WEBSITE = "{verb} /v1/websites/{website_uuid}";

test("a business with 10,000 websites comes back whole while others restore, delete and change it", async () => {
  const { reseller, business } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const uuids = await fillWebsites(reseller_uuid, business, LARGE);
  const event = sqsEvent({ reseller_uuid, uuid: business, entity: "business", is_kept: true });
  /** The clean-up, which is out of time after `steps` steps; as with its own message, it may come again. */
  const cleanUp = async (steps = Number.POSITIVE_INFINITY) => {
    let remaining = steps;
    const getRemainingTimeInMillis = () => (--remaining > 0 ? 60_000 : 0);
    await cleanup(event, { getRemainingTimeInMillis } as Context);
  };
  /** A request, and what the dispatcher does after it. */
  const request = async (route: string, uuid: string, body?: object) => {
    let status = 0;
    const Records = await recordStream(async () => {
      ({ status } = await call(route, { key, uuid, ...(body && { body }) }));
    });
    await changes({ Records });
    return status;
  };

  expect(await request(BUSINESS, business)).toBe(200);
  await cleanUp(30);
  expect(await request(RESTORE, business)).toBe(200);
  await Promise.all([cleanUp(50), cleanUp(50)]);
  await anHourAfterRestoring(reseller, business);
  expect(await request(BUSINESS, business)).toBe(200);
  await Promise.all([cleanUp(20), cleanUp(20)]);
  expect(await request(RESTORE, business)).toBe(200);
  const expected = new Set(uuids);
  const others = async () => {
    for (const uuid of uuids.filter((_, index) => index % 500 === 0)) {
      const route = (verb: string) => WEBSITE.replace("{verb}", verb);
      await request(route("PATCH"), uuid, { hostname: "changed.example" });
      if ((await request(route("DELETE"), uuid)) === 200) expected.delete(uuid);
    }
    expected.add(await makeWebsite(reseller, business));
  };
  // The list is open once the clean-up has begun.
  await cleanUp(2);
  await Promise.all([cleanUp(), cleanUp(), others()]);
  await cleanUp();

  const query = { businessUuid: business, per_page: "100" };
  const listed: string[] = [];
  for (let page = 1; page <= LARGE / 100 + 1; page += 1) {
    const { body } = await call("GET /v1/websites", { key, query: { ...query, page: `${page}` } });
    expect(body.meta.total).toBe(expected.size);
    listed.push(...body.data.map(({ uuid }: { uuid: string }) => uuid));
  }
  expect(listed).toHaveLength(expected.size);
  expect(new Set(listed)).toEqual(expected);
}, 3_600_000);

test.each(SIZES)(
  "a business with %d websites that is restored, and deleted again, half-way ends whole",
  async (size) => {
    const { reseller, business } = await makeCustomer();
    const { key, uuid: reseller_uuid } = reseller;
    const uuids = await fillWebsites(reseller_uuid, business, size);
    const stream = await followReseller(reseller_uuid);
    const query = { businessUuid: business };
    const counts = await readCounts(reseller_uuid);
    const remove = async () =>
      expect(
        (await call("DELETE /v1/businesses/{business_uuid}", { key, uuid: business })).status,
      ).toBe(200);
    const restore = async () =>
      expect((await call(RESTORE, { key, uuid: business })).status).toBe(200);

    await remove();
    await stream.dispatch();
    await stream.work(HURRIED);
    await restore();
    await stream.dispatch();
    await stream.work({ ...HURRIED, times: 2 });
    await anHourAfterRestoring(reseller, business);
    await remove();
    await stream.dispatch();
    await stream.work({ ...HURRIED, times: 2 });
    await restore();
    await stream.settle();

    const { body } = await call("GET /v1/websites", { key, query: { ...query, per_page: "1" } });
    expect(body.meta.total).toBe(size);
    const listed = new Set<string>();
    for (let page = 1; page <= Math.ceil(size / 100); page += 1) {
      const pageQuery = { ...query, per_page: "100", page: String(page) };
      const { data } = (await call("GET /v1/websites", { key, query: pageQuery })).body;
      for (const { uuid } of data) listed.add(uuid);
    }
    expect(listed).toEqual(new Set(uuids));
    expect(await readCounts(reseller_uuid)).toEqual(counts);
    const [uuid = ""] = uuids;
    expect((await call("GET /v1/websites/{website_uuid}", { key, uuid })).status).toBe(200);
    await makeWebsite(reseller, business);
  },
  1_800_000,
);

/** Puts websites into a business, as creations leave them. */
async function fillWebsites(reseller_uuid: string, business_uuid: string, size: number) {
  const uuids = Array.from({ length: size }, () => newUuid());
  const state = { is_hostname_up: true, created_at: timestamp(), updated_at: timestamp() };
  const records = uuids.map((uuid, sequence) => ({
    ...{
      ...{ reseller_uuid, business_uuid, user_uuid: newUuid() },
      revision: 1,
      hostname: `a${sequence}-${business_uuid}.example`,
    },
    ...{ ...state, uuid, sequence, state: "not_checked" as const },
  }));
  await Website.put(records).go({ concurrency: 4 });
  const list = websites.list({ reseller_uuid, business_uuid });
  await fillList(list, size, (sequence) => ({ ...records[sequence] }));
  await Business.patch({ reseller_uuid, uuid: business_uuid }).add({ website_sequence: size }).go();
  await AccountCounts.update({ reseller_uuid, shard: "0" }).add({ not_checked: size }).go();
  return uuids;
}
