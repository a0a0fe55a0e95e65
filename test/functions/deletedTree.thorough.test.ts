import { expect, test } from "vitest";
import { Website } from "../../shared/entities/website.ts";
import { websites as listedWebsites } from "../../shared/lists/websites.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "../support/api.ts";
import { anHourAfterRestoring, makeCustomer, makeWebsite } from "../support/factories.ts";
import { fillList } from "../support/fill.ts";
import { followReseller } from "../support/follow.ts";

/** More than the clean-up takes at a step. */
const SIZES = [120, 900];
const HURRIED = { remaining: 9000 };
const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";

/** Puts websites into a business, as creations leave them. */
async function fillWebsites(reseller_uuid: string, business_uuid: string, size: number) {
  const uuids = Array.from({ length: size }, () => newUuid());
  const state = { is_hostname_up: true, created_at: timestamp(), updated_at: timestamp() };
  const records = uuids.map((uuid, sequence) => ({
    ...{ reseller_uuid, business_uuid, revision: 1, hostname: "a.example" },
    ...{ ...state, uuid, sequence },
  }));
  await Website.put(records).go({ concurrency: 4 });
  const list = listedWebsites.list({ reseller_uuid, business_uuid });
  await fillList(list, size, (sequence) => ({ ...records[sequence] }));
  return uuids;
}

test.each(SIZES)(
  "a business with %d websites that is restored, and deleted again, half-way ends whole",
  async (size) => {
    const { reseller, business } = await makeCustomer();
    const { key, uuid: reseller_uuid } = reseller;
    const uuids = await fillWebsites(reseller_uuid, business, size);
    const stream = await followReseller(reseller_uuid);
    const query = { businessUuid: business };
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
    const found = new Set<string>();
    for (let page = 1; page <= Math.ceil(size / 100); page += 1) {
      const asked = { ...query, per_page: "100", page: String(page) };
      const { data } = (await call("GET /v1/websites", { key, query: asked })).body;
      for (const { uuid } of data) found.add(uuid);
    }
    expect(found).toEqual(new Set(uuids));
    const [uuid = ""] = uuids;
    expect((await call("GET /v1/websites/{website_uuid}", { key, uuid })).status).toBe(200);
    await makeWebsite(reseller, business);
  },
  1_800_000,
);
