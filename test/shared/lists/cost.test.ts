import { expect, test } from "vitest";
import { websitesOf } from "../../../shared/lists/lists.ts";
import { newWebsite } from "../../../shared/newWebsite.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { makeReseller } from "../../support/factories.ts";
import { fillList } from "../../support/fill.ts";

/** A list of this many websites, of which only the first and the last page are there to read. */
async function makeList(count: number) {
  const { uuid: reseller_uuid, key } = await makeReseller();
  const business_uuid = newUuid();
  const ends = [...Array(20).keys(), ...Array.from({ length: 20 }, (_, n) => count - 20 + n)];
  await fillList(
    websitesOf(reseller_uuid, business_uuid),
    count,
    (sequence) => newWebsite({ reseller_uuid, business_uuid, sequence, hostname: "example.com" }),
    ends,
  );
  const query = (page: number) => ({ businessUuid: business_uuid, page: String(page) });
  await call("GET /v1/websites", { key, query: query(1) });
  return async (page: number) => {
    let body = { data: [], meta: { total: 0 } };
    const cost = await costOf(async () => {
      ({ body } = await call("GET /v1/websites", { key, query: query(page) }));
    });
    return { ...cost, found: body.data.length, total: body.meta.total };
  };
}

test.each([
  { count: 10_000, readUnits: 8 },
  { count: 1_000_000, readUnits: 60 },
])(
  "any page of $count records costs at most 3 requests and $readUnits read units",
  async (limits) => {
    const readPage = await makeList(limits.count);
    const first = await readPage(1);
    const last = await readPage(limits.count / 20);
    for (const page of [first, last]) {
      expect(page).toMatchObject({ found: 20, total: limits.count });
      expect(page.requests).toBeLessThanOrEqual(3);
      expect(page.readUnits).toBeLessThanOrEqual(limits.readUnits);
    }
    expect(last.readUnits).toBeLessThanOrEqual(first.readUnits * 1.5);
  },
);
