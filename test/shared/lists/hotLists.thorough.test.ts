import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { removals } from "../../../functions/workers/cleanup/removals.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { call, handlerOf, type TestRequest } from "../../support/api.ts";
import {
  businessBody,
  makeBusiness,
  makeReseller,
  makeUser,
  onboardingBody,
  type TestReseller,
} from "../../support/factories.ts";
import { type Done, doAtOnce, type ModelClock } from "../../support/modelledTable.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { runs, thoroughly } from "../../support/runs.ts";
import { snapshotOf } from "../../support/snapshot.ts";

/** All work begins within this many milliseconds. */
const WITHIN = 50;
const PER_PAGE = 30;
const WEBSITES = "/v1/websites";
const website = { hostname: "example.com" };

// The model's clock does not wait for a module to be loaded.
beforeAll(() => Promise.all(routeKeys.map(handlerOf)));

interface Place {
  reseller: TestReseller;
  userUuid: string;
  businessUuid: string;
}

async function makePlace(): Promise<Place> {
  const reseller = await makeReseller();
  const userUuid = await makeUser(reseller);
  return { reseller, userUuid, businessUuid: await makeBusiness(reseller, userUuid) };
}

/** A host name that no other website has: a reseller may have 200 websites of one. */
const ownHost = () => `${randomUUID()}.example`;

function onboardingOf(hostname: string) {
  const body = onboardingBody();
  return { ...body, business: { ...body.business, hostname } };
}

/** The route of each list, and the body that creators send. The same code keeps all lists. */
const lists: [route: string, body: () => object][] = [
  [WEBSITES, () => ({ hostname: ownHost() })],
  ["/v1/competitors", () => website],
  ["/v1/businesses", () => businessBody],
  ["/v1/users", () => onboardingOf(ownHost())],
];

function requestOf({ reseller, userUuid, businessUuid }: Place, more: TestRequest = {}) {
  return { key: reseller.key, ...more, query: { userUuid, businessUuid, ...more.query } };
}

async function create(path: string, place: Place, body: object) {
  const route = `POST ${path === "/v1/users" ? "/v1/onboarding" : path}`;
  const { status, body: answer } = await call(route, requestOf(place, { body }));
  return { status, uuid: answer.data?.user?.uuid ?? answer.data?.uuid };
}

/** The uuids on all pages of a list, and the total on each page. */
async function readAll(path: string, place: Place) {
  const uuids: string[] = [];
  const totals: number[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = { per_page: String(PER_PAGE), page: String(page) };
    const { body } = await call(`GET ${path}`, requestOf(place, { query }));
    uuids.push(...body.data.map(({ uuid }: { uuid: string }) => uuid));
    totals.push(body.meta.total);
    last = body.meta.last_page;
  }
  return { uuids, totals };
}

/** Asserts that a record answered before another's request began stands before it. */
function expectInOrder(uuids: string[], done: Done<{ uuid: string }>[]) {
  const places = new Map(uuids.map((uuid, index) => [uuid, index]));
  for (const one of done) {
    const later = done.filter(({ startedAt }) => startedAt > one.endedAt);
    for (const other of later) {
      expect(places.get(one.result.uuid)).toBeLessThan(places.get(other.result.uuid) ?? -1);
    }
  }
}

/** Creators at once, and how many records each of them makes. */
const CREATORS = runs(100, 5);
const EACH = runs(4, 4);

// In `npm test` the list that most others wait for: an onboarding enters three.
describe.each(thoroughly(lists, lists.slice(3)))("creators at once of %s", (path, body) => {
  test.each(thoroughly([15, 40], [40]))(
    "while a transaction takes %d ms and some answers are lost: none is refused, and the list is exact",
    async (ms) => {
      const place = await makePlace();
      const before = await readAll(path, place);
      const work = Array.from({ length: CREATORS }, () => async () => {
        const records = [];
        while (records.length < EACH) records.push(await create(path, place, body()));
        return records;
      });
      const done = await doAtOnce(work, {
        within: WITHIN,
        transactionMs: [ms, ms],
        losesEvery: 10,
      });
      const results = done.flatMap(({ result }) => result);
      expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200]));
      const tries = done.reduce((sum, one) => sum + one.tries, 0);
      expect(tries / results.length).toBeLessThan(3.5);
      const { uuids, totals } = await readAll(path, place);
      const created = results.map(({ uuid }) => uuid);
      expect(uuids.slice(0, before.uuids.length)).toEqual(before.uuids);
      expect(uuids.slice(before.uuids.length).toSorted()).toEqual(created.toSorted());
      expect(new Set(totals)).toEqual(new Set([uuids.length]));
    },
  );
});

test("a record answered before another request begins is listed first", async () => {
  const place = await makePlace();
  const work = Array.from({ length: 30 }, () => () => create(WEBSITES, place, website));
  const done = await doAtOnce(work, { within: 750 });
  expectInOrder((await readAll(WEBSITES, place)).uuids, done);
});

/** The status of a creation, and whether it began after the deletion was answered. */
interface Answer {
  status: number;
  isLate: boolean;
}

describe("the owner of a list is deleted while many create in it:", () => {
  const removers: [what: string, remove: (place: Place) => Promise<unknown>][] = [
    [
      "a business",
      async ({ reseller, businessUuid: uuid }) => {
        const route = "DELETE /v1/businesses/{business_uuid}";
        expect(await call(route, { key: reseller.key, uuid })).toMatchObject({ status: 200 });
        await cleanUp("business", { reseller_uuid: reseller.uuid, uuid });
      },
    ],
    [
      // The user's clean-up deletes the business.
      "a user",
      async ({ reseller, userUuid: uuid, businessUuid }) => {
        const { key } = reseller;
        await call("DELETE /v1/users/{user_uuid}", { key, uuid });
        await cleanUp("user", { reseller_uuid: reseller.uuid, uuid });
        await cleanUp("business", { reseller_uuid: reseller.uuid, uuid: businessUuid });
      },
    ],
  ];

  test.each(removers)("%s", async (_, remove) => {
    const place = await makePlace();
    let removedAt = Number.POSITIVE_INFINITY;
    const creators = Array.from({ length: 20 }, (_, index) => async (clock: ModelClock) => {
      await clock.sleep(index * 80);
      const startedAt = clock.now;
      const { status } = await create(WEBSITES, place, website);
      return { status, isLate: startedAt > removedAt };
    });
    const remover = async (clock: ModelClock) => {
      await clock.sleep(400);
      await remove(place);
      removedAt = clock.now;
      return undefined;
    };
    const done = await doAtOnce<Answer | undefined>([...creators, remover], { within: 10 });
    const answers = done.flatMap(({ result }) => result ?? []);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]));
    expect(answers.filter(({ status, isLate }) => isLate && status !== 422)).toEqual([]);
    const { reseller, businessUuid } = place;
    const items = Object.values(await snapshotOf(reseller.uuid)) as Record<string, unknown>[];
    const remaining = items.filter(
      ({ business_uuid, list }) =>
        business_uuid === businessUuid || String(list).includes(businessUuid),
    );
    expect(remaining).toEqual([]);
    expect((await readAll(WEBSITES, place)).totals).toEqual([0]);
  });

  async function cleanUp(entity: keyof typeof removals, key: OwnedKey) {
    for await (const _ of removals[entity](key));
  }
});
