import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { type SharedView, slugKey } from "../../../../shared/entities/share.ts";
import { type Stored, StoredValue } from "../../../../shared/entities/storedValue.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import {
  cursorAt,
  invalid,
  lastPage,
  notFound,
  ok,
  TIMESTAMP,
  UUID,
} from "../../../support/expected.ts";
import {
  type Estate,
  makeEstate,
  makeReseller,
  makeShare,
  makeUnusedEstate,
} from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";

const LIST = "GET /v1/shares";
const CREATE = "POST /v1/shares";
const FETCH = "GET /v1/shares/{share_uuid}";
const UPDATE = "PATCH /v1/shares/{share_uuid}";
const DELETE = "DELETE /v1/shares/{share_uuid}";
const NEVER = { language: null, from: null, to: null, expires_at: null };

let estate: Estate;
let key: string;

beforeAll(renew);

beforeEach(() => {
  key = estate.reseller.key;
});

/** For tests that count all shares of a reseller. */
async function renew() {
  estate = await makeEstate();
  key = estate.reseller.key;
}

const urlOf = (slug: string) => `https://api.example.com/s/${slug}`;

function create(body: unknown, headers = {}) {
  return call(CREATE, { key, body, headers });
}

async function pageOf(slug: string) {
  const { data } = await StoredValue.get(slugKey(slug)).go({ consistent: true });
  return (data as Stored<SharedView> | null)?.value;
}

describe(CREATE, () => {
  test("shares a website at an address that nobody can guess", async () => {
    const response = await create({ website_uuid: estate.website.toUpperCase() });
    const { uuid, slug } = response.body.data;
    expect(slug).toMatch(/^[0-9a-z]{22}$/);
    const data = {
      ...{ uuid: UUID, kind: "status", website_uuid: estate.website },
      ...{ business_uuid: estate.business, user_uuid: estate.user, ...NEVER },
      ...{ created_at: TIMESTAMP, slug, url: urlOf(slug) },
    };
    expect(response).toEqual(ok({ message: "Share created", success: true, data }));
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data }));
    expect(await pageOf(slug)).toMatchObject({ reseller_uuid: estate.reseller.uuid });
  });

  test("shares a business until a time, in a language", async () => {
    const body = { language: "fr", expires_at: "2099-01-31T10:30:00+01:00" };
    const response = await create({ business_uuid: estate.business, kind: "status", ...body });
    expect(response.body.data).toMatchObject({
      ...{ website_uuid: null, business_uuid: estate.business },
      ...{ language: "fr", expires_at: "2099-01-31T09:30:00+00:00" },
    });
  });

  test.each([
    [{ website_uuid: newUuid() }, "website_uuid", "exists"],
    [{ business_uuid: newUuid() }, "business_uuid", "exists"],
  ])("refuses %j: %s, %s", async (body, field, rule) => {
    expect(await create(body)).toEqual(invalid({ [field]: { [rule]: expect.any(String) } }));
  });

  test("refuses an end in the past", async () => {
    const expires_at = timestamp(new Date(Date.now() - 1000));
    expect(await create({ website_uuid: estate.website, expires_at })).toEqual(
      invalid({ expires_at: { min: expect.any(String) } }),
    );
  });

  test("answers another reseller's website like a missing one", async () => {
    const other = await makeEstate();
    for (const body of [{ website_uuid: other.website }, { business_uuid: other.business }]) {
      const [field = ""] = Object.keys(body);
      expect(await create(body)).toEqual(invalid({ [field]: { exists: expect.any(String) } }));
    }
  });

  test("makes as many as an operator has set", async () => {
    const { reseller, website } = await makeUnusedEstate();
    await Reseller.patch({ uuid: reseller.uuid }).set({ max_shares: 2 }).go();
    key = reseller.key;
    expect((await create({ website_uuid: website })).status).toBe(200);
    const max = "An account can have at most 2 shares";
    expect(await create({ website_uuid: website })).toEqual(invalid({ website_uuid: { max } }));
  });
});

describe("a slug", () => {
  const slugOf = () => `harbour-${newUuid()}`.slice(0, 60);

  test("is the address of a share, which every answer shows", async () => {
    const slug = slugOf();
    const { body: created } = await create({ website_uuid: estate.website, slug });
    expect(created.data).toMatchObject({ slug, url: urlOf(slug) });
    const { uuid } = created.data;
    expect((await call(FETCH, { key, uuid })).body.data).toEqual(created.data);
    const { body: list } = await call(LIST, { key, query: { websiteUuid: estate.website } });
    expect(list.data).toContainEqual({ ...created.data, about: "example.com" });
    expect(await pageOf(slug)).toMatchObject({ about_uuid: estate.website });
  });

  test.each([
    ["ab", "length"],
    ["a".repeat(61), "length"],
    ["Harbour", "format"],
    ["harbour_cycles", "format"],
    ["live.js", "format"],
    [7, "type"],
    [null, "type"],
  ])("is not %j: rule %s", async (slug, rule) => {
    const refused = invalid({ slug: { [rule]: expect.any(String) } });
    expect(await create({ website_uuid: estate.website, slug })).toEqual(refused);
    expect(await call(UPDATE, { key, uuid: estate.share, body: { slug } })).toEqual(refused);
  });

  test("belongs to one share of all resellers, also when several want it at once", async () => {
    const slug = slugOf();
    const other = await makeEstate();
    const wanting = [
      create({ website_uuid: estate.website, slug }),
      call(CREATE, { key: other.reseller.key, body: { business_uuid: other.business, slug } }),
      call(UPDATE, { key: other.reseller.key, uuid: other.share, body: { slug } }),
    ];
    const answers = await Promise.all(wanting);
    const conflict = invalid({ slug: { unique: "Slug is already in use" } });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers) if (answer.status !== 200) expect(answer).toEqual(conflict);
  });

  test("that a share gives up while it is deleted stays with the share that takes it", async () => {
    const [first, second] = [slugOf(), slugOf()];
    const { uuid } = (await create({ website_uuid: estate.website, slug: first })).body.data;
    const other = await makeEstate();
    let isTaken = false;
    const end = interceptRequests(async (command) => {
      if (isTaken || !["Delete", "TransactWrite"].includes(command)) return;
      isTaken = true;
      await call(UPDATE, { key, uuid, body: { slug: second } });
      const body = { website_uuid: other.website, slug: first };
      expect((await call(CREATE, { key: other.reseller.key, body })).status).toBe(200);
    });
    expect((await call(DELETE, { key, uuid })).status).toBe(200);
    end();
    expect(await pageOf(first)).toMatchObject({ about_uuid: other.website });
    expect(await pageOf(second)).toBeUndefined();
  });

  test("is changed: the former one is free", async () => {
    const [first, second] = [slugOf(), slugOf()];
    const { uuid } = (await create({ website_uuid: estate.website, slug: first })).body.data;
    for (const slug of [first, second]) {
      const { body } = await call(UPDATE, { key, uuid, body: { slug } });
      expect(body).toMatchObject({ message: "Share updated", data: { slug, url: urlOf(slug) } });
    }
    expect((await call(UPDATE, { key, uuid, body: {} })).body.data.slug).toBe(second);
    expect(await pageOf(first)).toBeUndefined();
    expect(await pageOf(second)).toMatchObject({ about_uuid: estate.website, kind: "status" });
  });
});

describe(LIST, () => {
  test("has all shares in the order of their creation, page by page", async () => {
    await renew();
    const { uuid } = await makeShare(estate.reseller, { business_uuid: estate.business });
    expect(await pagesOf(key)).toEqual([[estate.share], [uuid]]);
    const { data } = (await call(LIST, { key })).body;
    expect(data[1]).toMatchObject({ uuid, about: "Difference Engines" });
    const other = await makeReseller();
    expect(await call(LIST, { key: other.key })).toEqual(ok({ data: [], meta: lastPage }));
  });

  test("has those of a website, or of a business without its websites, page by page", async () => {
    const unused = await makeUnusedEstate();
    const { reseller, business: businessUuid, website: websiteUuid, share } = unused;
    const { key } = reseller;
    const { uuid: first } = await makeShare(reseller, { business_uuid: businessUuid });
    const { uuid: second } = await makeShare(reseller, { business_uuid: businessUuid });
    expect(await pagesOf(key, { websiteUuid })).toEqual([[share]]);
    expect(await pagesOf(key, { businessUuid })).toEqual([[first], [second]]);
    expect(await pagesOf(key, { businessUuid, websiteUuid })).toEqual([[share]]);
    expect(await pagesOf(key, { websiteUuid: newUuid() })).toEqual([[]]);
    expect(await pagesOf(key, { websiteUuid: estate.website })).toEqual([[]]);
    expect((await call(LIST, { key, query: { websiteUuid: "7" } })).status).toBe(422);
  });

  test("takes another reseller's cursor for a place of its own", async () => {
    const { reseller, share, website: websiteUuid } = await makeUnusedEstate();
    const { key } = reseller;
    for (const filter of [undefined, { websiteUuid }]) {
      const cursor = cursorAt(`0#${estate.share}`);
      const { status, body } = await call(LIST, { key, query: { ...filter, cursor } });
      expect(status).toBe(200);
      for (const { uuid } of body.data) expect(uuid).toBe(share);
    }
    const beyond = cursorAt(`99999999999999999999#${share}`);
    expect((await call(LIST, { key, query: { cursor: beyond } })).body.data).toEqual([]);
  });
});

/** The uuids on each page of one share. */
async function pagesOf(key: string, filter: Record<string, string> = {}): Promise<string[][]> {
  const pages: string[][] = [];
  let query: Record<string, string> | undefined = { ...filter, per_page: "1" };
  while (query) {
    const { body } = await call(LIST, { key, query });
    pages.push(body.data.map(({ uuid }: { uuid: string }) => uuid));
    const next: string | null = body.meta.next_page_url;
    query = next === null ? undefined : Object.fromEntries(new URL(next).searchParams);
  }
  return pages;
}

describe(DELETE, () => {
  test("removes the share and its page", async () => {
    await renew();
    const { uuid, token } = await makeShare(estate.reseller, { website_uuid: estate.website });
    expect(await pageOf(token)).toBeDefined();
    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: "Share deleted" }),
    );
    expect(await pageOf(token)).toBeUndefined();
    expect(await call(FETCH, { key, uuid })).toEqual(notFound("shares"));
    expect(await call(DELETE, { key, uuid })).toEqual(notFound("shares"));
    expect((await call(LIST, { key })).body.data).toHaveLength(1);
  });
});
