import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Reseller } from "../../shared/entities/reseller.ts";
import { ShareToken } from "../../shared/entities/share.ts";
import { identifyApiKey } from "../../shared/http/apiKey.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "../support/api.ts";
import { invalid, meta, notFound, ok, TIMESTAMP, UUID } from "../support/expected.ts";
import {
  type Estate,
  makeEstate,
  makeReseller,
  makeShare,
  makeUnusedEstate,
} from "../support/factories.ts";
import { itemsNaming } from "../support/snapshot.ts";

const LIST = "GET /v1/shares";
const CREATE = "POST /v1/shares";
const FETCH = "GET /v1/shares/{share_uuid}";
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

function create(body: unknown, headers = {}) {
  return call(CREATE, { key, body, headers });
}

async function tokenRecord(token: string) {
  const { uuid } = identifyApiKey(token);
  return (await ShareToken.get({ uuid }).go({ consistent: true })).data;
}

describe(CREATE, () => {
  test("shares a website, and shows the URL in its answer only", async () => {
    const response = await create({ website_uuid: estate.website.toUpperCase() });
    const share = {
      ...{ uuid: UUID, kind: "status", website_uuid: estate.website },
      ...{ business_uuid: estate.business, ...NEVER, created_at: TIMESTAMP },
    };
    const url = expect.stringMatching(/^https:\/\/api\.example\.com\/s\/[0-9A-Za-z]{43}$/);
    const data = { ...share, url };
    expect(response).toEqual(ok({ message: "Share created", success: true, data }));
    const { uuid, url: given } = response.body.data;
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: share }));
    const token = given.split("/").at(-1);
    expect(JSON.stringify(await itemsNaming(estate.reseller.uuid))).not.toContain(token);
    expect(await tokenRecord(token)).toMatchObject({
      reseller_uuid: estate.reseller.uuid,
      sha256: identifyApiKey(token).sha256,
    });
  });

  test("shares a business until a time, in a language", async () => {
    const body = { language: "fr", expires_at: "2099-01-31T10:30:00+01:00" };
    const response = await create({ business_uuid: estate.business, kind: "status", ...body });
    expect(response.body.data).toMatchObject({
      ...{ website_uuid: null, business_uuid: estate.business },
      ...{ language: "fr", expires_at: "2099-01-31T09:30:00+00:00" },
    });
  });

  test("answers a repeated Idempotency-Key with the same share, without its URL", async () => {
    await renew();
    const headers = { "idempotency-key": newUuid() };
    const body = { website_uuid: estate.website };
    const first = await create(body, headers);
    const again = await create(body, headers);
    expect(again.headers["idempotent-replayed"]).toBe("true");
    expect(again.body).toEqual({ ...first.body, data: { ...first.body.data, url: null } });
    expect((await call(LIST, { key })).body.meta.total).toBe(2);
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

  test("makes as many as an operator has set, and keeps no token of one more", async () => {
    const { reseller, website } = await makeUnusedEstate();
    await Reseller.patch({ uuid: reseller.uuid }).set({ max_shares: 2 }).go();
    key = reseller.key;
    expect((await create({ website_uuid: website })).status).toBe(200);
    const made = vi.spyOn(ShareToken, "upsert");
    onTestFinished(() => made.mockRestore());
    const max = "An account can have at most 2 shares";
    expect(await create({ website_uuid: website })).toEqual(invalid({ website_uuid: { max } }));
    const uuid = String((made.mock.calls[0]?.[0] as { uuid?: string } | undefined)?.uuid);
    expect(uuid).toEqual(UUID);
    expect((await ShareToken.get({ uuid }).go({ consistent: true })).data).toBeNull();
  });
});

describe(LIST, () => {
  test("has all shares in the order of their creation, page by page", async () => {
    await renew();
    const { uuid } = await makeShare(estate.reseller, { business_uuid: estate.business });
    const response = await call(LIST, { key, query: { per_page: "1", page: "2" } });
    expect(response.body.data.map((share: { uuid: string }) => share.uuid)).toEqual([uuid]);
    expect(response.body.meta).toMatchObject({ total: 2, last_page: 2 });
    const other = await makeReseller();
    expect(await call(LIST, { key: other.key })).toEqual(
      ok({ data: [], meta: meta(0, "https://api.example.com/v1/shares?page=1") }),
    );
  });

  test("has those of a website, or of a business without its websites, page by page", async () => {
    const unused = await makeUnusedEstate();
    const { reseller, business: business_uuid, website: website_uuid } = unused;
    const { key } = reseller;
    const { uuid: first } = await makeShare(reseller, { business_uuid });
    const { uuid: second } = await makeShare(reseller, { business_uuid });
    const listed = async (query: Record<string, string>) => {
      const { body } = await call(LIST, { key, query });
      return [body.meta.total, ...body.data.map(({ uuid }: { uuid: string }) => uuid)];
    };
    expect(await listed({ websiteUuid: website_uuid })).toEqual([1, unused.share]);
    expect(await listed({ businessUuid: business_uuid, per_page: "1" })).toEqual([2, first]);
    expect(await listed({ businessUuid: business_uuid, per_page: "1", page: "2" })).toEqual([
      ...[2, second],
    ]);
    expect(await listed({ websiteUuid: newUuid() })).toEqual([0]);
    expect(await listed({ websiteUuid: estate.website })).toEqual([0]);
    expect((await call(LIST, { key, query: { websiteUuid: "7" } })).status).toBe(422);
  });
});

describe(DELETE, () => {
  test("removes the share and its token", async () => {
    await renew();
    const { uuid, token } = await makeShare(estate.reseller, { website_uuid: estate.website });
    expect(await tokenRecord(token)).not.toBeNull();
    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: "Share deleted" }),
    );
    expect(await tokenRecord(token)).toBeNull();
    expect(await call(FETCH, { key, uuid })).toEqual(notFound("shares"));
    expect(await call(DELETE, { key, uuid })).toEqual(notFound("shares"));
    expect((await call(LIST, { key })).body.meta.total).toBe(1);
  });

  test("keeps a share, and its token, that has not the version of If-Match", async () => {
    const { uuid, token } = await makeShare(estate.reseller, { website_uuid: estate.website });
    const headers = { "if-match": '"other"' };
    expect((await call(DELETE, { key, uuid, headers })).status).toBe(412);
    expect(await tokenRecord(token)).not.toBeNull();
  });
});
