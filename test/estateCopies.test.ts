import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { unpackJson } from "../shared/entities/findings.ts";
import { findingPrefix } from "../shared/findings.ts";
import { identifyApiKey } from "../shared/http/apiKey.ts";
import { routeKeys } from "../shared/routes.ts";
import { timestamp } from "../shared/time.ts";
import { call } from "./support/api.ts";
import { type Estate, fillEstate, makeEstate, makeReseller } from "./support/factories.ts";
import { acceptedRequest } from "./support/requests.ts";
import { itemsNaming, type WireItem } from "./support/snapshot.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

let made: Estate;
let copies: [Estate, Estate];

beforeAll(async () => {
  // What is copied is of another day.
  await makeEstate();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3 * DAY_MS });
  made = await fillEstate(await makeReseller());
  copies = [await makeEstate(), await makeEstate()];
});

afterAll(() => void vi.useRealTimers());

async function itemsOf({ reseller: { uuid, key } }: Estate): Promise<WireItem[]> {
  const names = [uuid, identifyApiKey(key).uuid];
  const items = (await Promise.all(names.map(itemsNaming))).flat();
  // Requests made some of those that are made, and none of the copies.
  return items.filter(({ pk }) => !pk?.S?.startsWith("rate#")).map(unpacked);
}

/** Findings are stored compressed. */
function unpacked({ findings, ...item }: WireItem): WireItem {
  return findings?.B ? { ...item, findings: { S: JSON.stringify(unpackJson(findings.B)) } } : item;
}

/** The same by its key, without what is the estate's own. */
async function anonymousItemsOf(estate: Estate): Promise<Map<string, WireItem>> {
  const items: WireItem[] = JSON.parse(anonymous(estate, await itemsOf(estate)));
  return new Map(items.map((item) => [`${item["pk"]?.S} ${item["sk"]?.S}`, item]));
}

/** A text of an estate without what is its own: names by their order, times, and the shards that follow of names. */
function anonymous(estate: Estate, value: unknown): string {
  const { uuid: key, sha256 } = identifyApiKey(estate.reseller.key);
  const own = { ...estate, reseller: estate.reseller.uuid, plan: estate.reseller.planUuid, key };
  const names = new Map(Object.entries(own).map(([kind, name]) => [name, `<${kind}>`]));
  const now = Math.floor(Date.now() / 1000);
  return (
    JSON.stringify(value)
      .replaceAll(UUID, (uuid) => names.get(uuid) ?? "<uuid>")
      .replaceAll(/("gsi\dpk":\{"S":"[^"]*#)[0-9a-f]"/g, '$1<shard>"')
      .replaceAll(/whsec_[\w+/=]+/g, "<secret>")
      .replaceAll(findingPrefix(estate.website), "<prefix>")
      .replaceAll(sha256, "<sha256>")
      .replaceAll(/[0-9a-f]{64}/g, "<digest>")
      .replaceAll(/person\d+\.\d+@/g, "<person>@")
      .replaceAll(timestamp(), "<now>")
      // The revision of a kept webhook is a time.
      .replaceAll(/("revision":\{"N":")\d{10}/g, "$1<time>")
      .replaceAll(/(expires_epoch":\{"N":")(\d+)/g, (_, name, time) => `${name}${time - now}`)
  );
}

describe("an estate that is copied", () => {
  test("has the items that one has which is made, in its own names", async () => {
    const expected = await anonymousItemsOf(made);
    expect(expected.size).toBeGreaterThan(30);
    for (const copy of copies) expect(await anonymousItemsOf(copy)).toEqual(expected);
  });

  test("shares no name with another one, and its names are in the same order", async () => {
    const estates = [made, ...copies];
    const names = await Promise.all(
      estates.map(async (estate) => {
        const text = JSON.stringify([estate, await itemsOf(estate)]);
        return new Set(text.match(/[\da-f-]{36,64}|rwm_\w+|person[\d.]+@/g));
      }),
    );
    const together = new Set(names.flatMap((each) => [...each]));
    expect(names.map(({ size }) => size)).toEqual(estates.map(() => together.size / 3));
    const inOrder = estates.map(({ reseller, delivery: _, ...estate }) => {
      const rest = { reseller: reseller.uuid, plan: reseller.planUuid, ...estate };
      return Object.entries(rest).toSorted(([, one], [, other]) => (one < other ? -1 : 1));
    });
    const kinds = inOrder.map((order) => order.map(([kind]) => kind));
    expect(kinds[1]).toEqual(kinds[0]);
    expect(kinds[2]).toEqual(kinds[0]);
  });

  test("is found in the shards of its names, as one is that is made", async () => {
    for (const estate of [made, ...copies]) {
      const keys = (await itemsOf(estate)).flatMap(({ gsi1pk, gsi1sk, gsi2pk, gsi2sk }) => [
        [gsi1pk?.S ?? "", gsi1sk?.S ?? ""],
        [gsi2pk?.S ?? "", gsi2sk?.S ?? ""],
      ]);
      const sharded = keys.filter(([pk]) => /#[0-9a-f]$/.test(pk ?? ""));
      expect(sharded.length).toBeGreaterThan(10);
      for (const [pk, sk] of sharded) expect(pk?.slice(-1)).toBe(sk?.slice(-1));
    }
  });

  test.each(routeKeys.filter((route) => route.startsWith("GET ")))("answers %s", async (route) => {
    const answers = [made, ...copies].map(async (estate) => {
      const { status, body } = await call(route, acceptedRequest(route, estate));
      return anonymous(estate, { status, body });
    });
    const [expected, ...others] = await Promise.all(answers);
    expect(expected).toMatch(/^\{"status":200,/);
    expect(others).toEqual([expected, expected]);
  });

  test("can be added to and deleted, its lists too", async () => {
    const [, copy] = copies;
    const send = (route: string) => call(route, acceptedRequest(route, copy));
    const totals = async () => {
      const lists = ["GET /v1/websites", "GET /v1/competitors", "GET /v1/businesses"];
      const answers = await Promise.all([...lists, "GET /v1/users"].map(send));
      return answers.map(({ body }) => body.meta.total);
    };
    expect(await totals()).toEqual([1, 1, 2, 1]);
    for (const list of ["websites", "competitors", "businesses"]) await send(`POST /v1/${list}`);
    expect(await totals()).toEqual([2, 2, 3, 1]);
    const deletions = routeKeys.filter((route) => route.startsWith("DELETE "));
    for (const kind of ["window", "website", "competitor", "business", "user", "webhook"]) {
      const route = deletions.find((each) => each.endsWith(`${kind}_uuid}`)) ?? "";
      expect([route, (await send(route)).status]).toEqual([route, 200]);
    }
    expect((await send("GET /v1/users")).body.meta.total).toBe(0);
  });
});
