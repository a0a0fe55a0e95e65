import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { Business } from "../../../shared/entities/business.ts";
import { call } from "../../support/api.ts";
import {
  makeBusiness,
  makeReseller,
  makeUser,
  type TestReseller,
} from "../../support/factories.ts";
import { doAtOnce } from "../../support/modelledTable.ts";
import { runs } from "../../support/runs.ts";

/** What happens at once: a number of creations, and deletions of records at these places in the list. */
interface Round {
  creations: number;
  deletions: number[];
  per_page: number;
}

const rounds = fc.array(
  fc.record<Round>({
    creations: fc.nat(6),
    deletions: fc.uniqueArray(fc.nat(20), { maxLength: 4 }),
    per_page: fc.integer({ min: 1, max: 7 }),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Where a list begins: just before the end of a block, and of a stretch, of its stripes. */
const beginnings = fc.constantFrom(0, 16 * 120 - 3, 16 * 9600 - 3);

let reseller: TestReseller;
let userUuid: string;

beforeAll(async () => {
  reseller = await makeReseller();
  userUuid = await makeUser(reseller);
});

test("a list equals an array, whatever is created and deleted concurrently", async () => {
  await fc.assert(
    fc.asyncProperty(beginnings, rounds, fc.nat(), async (beginning, all, seed) => {
      const businessUuid = await makeBusiness(reseller, userUuid);
      await Business.patch({ reseller_uuid: reseller.uuid, uuid: businessUuid })
        .set({ website_sequence: beginning })
        .go();
      let expected: string[] = [];
      for (const { creations, deletions, per_page } of all) {
        const doomed = deletions.flatMap((place) => expected[place] ?? []);
        const done = await doAtOnce<string | undefined>(
          [
            ...Array.from({ length: creations }, () => () => create(businessUuid)),
            ...doomed.map((uuid) => () => remove(uuid)),
            () => expectWholePages(businessUuid, per_page),
          ],
          { within: 50, seed },
        );
        const created = done.flatMap(({ result }) => result ?? []);
        const rest = expected.filter((uuid) => !doomed.includes(uuid));
        const records = await readAll(businessUuid, per_page);
        expect(records.slice(0, rest.length)).toEqual(rest);
        expect(records.slice(rest.length).toSorted()).toEqual(created.toSorted());
        expected = records;
      }
    }),
    { numRuns: runs(60) },
  );
  // 5 s of work, which a machine that is busy with other things may need minutes for.
}, 600_000);

async function create(businessUuid: string): Promise<string> {
  const { body } = await call("POST /v1/websites", {
    key: reseller.key,
    query: { businessUuid },
    body: { hostname: "example.com" },
  });
  return body.data.uuid;
}

async function remove(uuid: string) {
  const route = "DELETE /v1/websites/{website_uuid}";
  expect(await call(route, { key: reseller.key, uuid })).toMatchObject({ status: 200 });
  return undefined;
}

async function readPage(businessUuid: string, per_page: number, page: number) {
  const { body } = await call("GET /v1/websites", {
    key: reseller.key,
    query: { businessUuid, per_page: String(per_page), page: String(page) },
  });
  return { uuids: body.data.map(({ uuid }: { uuid: string }) => uuid), meta: body.meta };
}

async function readAll(businessUuid: string, per_page: number): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { uuids, meta } = await readPage(businessUuid, per_page, page);
    all.push(...uuids);
    last = meta.last_page;
  }
  return all;
}

/** Pages read while the list changes: each is as long as its total says, and names nothing twice. */
async function expectWholePages(businessUuid: string, per_page: number) {
  for (const page of [1, 2, 3]) {
    const { uuids, meta } = await readPage(businessUuid, per_page, page);
    const due = Math.min(per_page, Math.max(0, meta.total - (page - 1) * per_page));
    expect(uuids).toHaveLength(due);
    expect(new Set(uuids).size).toBe(due);
  }
  return undefined;
}
