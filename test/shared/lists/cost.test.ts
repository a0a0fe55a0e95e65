import { expect, test } from "vitest";
import { newListed } from "../../../shared/lists/createListed.ts";
import { newWebsite, websites } from "../../../shared/lists/websites.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { costOf, standStill } from "../../support/cost.ts";
import { makeReseller } from "../../support/factories.ts";
import { fillList } from "../../support/fill.ts";

/** A list of this many websites, of which only the first and the last page are there to read. */
async function makeList(count: number) {
  const { uuid: reseller_uuid, key } = await makeReseller();
  const business_uuid = newUuid();
  const place = { reseller_uuid, business_uuid };
  const attributes = newWebsite({ hostname: "example.com" });
  const ends = [...Array(20).keys(), ...Array.from({ length: 20 }, (_, n) => count - 20 + n)];
  await fillList(
    websites.list(place),
    count,
    (sequence) => newListed({ place, sequence, attributes }),
    ends,
  );
  const query = (page: number) => ({ businessUuid: business_uuid, page: String(page) });
  standStill();
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
