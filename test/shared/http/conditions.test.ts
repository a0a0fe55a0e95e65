import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Maintenance } from "../../../shared/entities/maintenance.ts";
import { Prospect } from "../../../shared/entities/prospect.ts";
import { Share } from "../../../shared/entities/share.ts";
import { Webhook, withHealth } from "../../../shared/entities/webhook.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { call, eventFor } from "../../support/api.ts";
import { problem, UUID } from "../../support/expected.ts";
import { type Estate, makeCustomFields, makeEstate } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { acceptedBody, acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { casesFor, thoroughly } from "../../support/runs.ts";

let estate: Estate;

beforeAll(async () => {
  estate = await makeEstate();
});

const reads = routeKeys.filter((route) => route.startsWith("GET "));
const changes = routeKeys.filter((route) => /^(PATCH|DELETE) /.test(route));
const REFUSED = problem(
  412,
  "If-Match names another version of the record. Read the record again.",
);
const RULED_OUT = problem(412, "If-None-Match names the record's current version");

function withHeaders(route: string, of: Estate, headers: Record<string, string>) {
  return call(route, { ...acceptedRequest(route, of), headers });
}

async function tagOf(route: string, of: Estate): Promise<string> {
  return String((await withHeaders(route, of, {})).headers["etag"]);
}

/** One middleware makes the tags of all answers: a record, a list, and an answer made of several records. */
const SAMPLE = [
  "GET /v1/websites/{website_uuid}",
  "GET /v1/businesses",
  "GET /v1/websites/{website_uuid}/uptime",
];

describe.each(thoroughly(reads, SAMPLE))("%s", (route) => {
  test("has a strong tag, and answers 304 without a body if the caller has it", async () => {
    const etag = await tagOf(route, estate);
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      expect(await withHeaders(route, estate, { "if-none-match": known })).toEqual({
        status: 304,
        headers: expect.objectContaining({
          etag,
          "cache-control": "no-store",
          vary: "accept-encoding",
          "x-request-id": UUID,
        }),
        body: null,
      });
    }
  });

  test("answers 200 to another tag", async () => {
    const { status } = await withHeaders(route, estate, { "if-none-match": '"other", W/"more"' });
    expect(status).toBe(200);
  });

  test("is served to HEAD with the same headers and no body", async () => {
    const read = await withHeaders(route, estate, {});
    const head = await call(route.replace("GET", "HEAD"), acceptedRequest(route, estate));
    expect(head).toEqual({
      status: 200,
      headers: { ...read.headers, "x-request-id": UUID },
      body: null,
    });
  });
});

test("a change changes the tag", async () => {
  const route = "GET /v1/websites/{website_uuid}";
  const [before, list] = [await tagOf(route, estate), await tagOf("GET /v1/websites", estate)];
  const body = { hostname: "https://new.example.com" };
  const { key } = estate.reseller;
  await call("PATCH /v1/websites/{website_uuid}", { key, uuid: estate.website, body });
  expect(await tagOf(route, estate)).not.toBe(before);
  expect(await tagOf("GET /v1/websites", estate)).not.toBe(list);
});

test("a missing key or record is reported whatever tag is sent", async () => {
  const headers = { "if-none-match": "*", "if-match": '"other"' };
  const route = "GET /v1/websites/{website_uuid}";
  expect((await call(route, { headers, uuid: estate.website })).status).toBe(401);
  const { key } = estate.reseller;
  expect((await call(route, { headers, key, uuid: estate.user })).status).toBe(404);
  const deletion = { headers, key, uuid: estate.user };
  expect((await call("DELETE /v1/websites/{website_uuid}", deletion)).status).toBe(404);
});

describe.each(changes.map((route, index) => ({ route, index })))("$route", ({ route, index }) => {
  const read = route.replace(/^\w+/, "GET");

  test("is refused when the record changes between the comparison and the write", async () => {
    const own = route.startsWith("DELETE ") ? await makeEstate() : estate;
    const etag = await tagOf(read, own);
    const change = () => changeRecord(route, own);
    expect(await changedMeanwhile(route, own, { etag, change })).toEqual(REFUSED);
  });

  test("is done with the tag of the GET, in any coding, and with *", async () => {
    const known = [
      (etag: string) => `"other", ${etag}`,
      (etag: string) => etag.replace(/"$/, '-br"'),
      () => "*",
    ];
    for (const write of casesFor(index, known)) {
      const own = route.startsWith("DELETE ") ? await makeEstate() : estate;
      const ifMatch = write(await tagOf(read, own));
      expect((await withHeaders(route, own, { "if-match": ifMatch })).status).toBe(200);
    }
  });

  test("is refused with another or a weak tag, and changes nothing", async () => {
    const etag = await tagOf(read, estate);
    for (const other of [
      '"other"',
      `W/${etag}`,
      "",
      etag.slice(1, -1),
      `${etag.slice(0, -1)}-zstd"`,
    ]) {
      expect(await withHeaders(route, estate, { "if-match": other })).toEqual(REFUSED);
    }
    expect(await withHeaders(route, estate, { "if-none-match": etag })).toEqual(RULED_OUT);
    expect(await tagOf(read, estate)).toBe(etag);
  });
});

test("a request without conditions has nothing compared", () => {
  const { headers } = eventFor(changes[0] ?? "");
  expect(preconditionOf({ headers } as ApiEvent, () => ({}))).toBeUndefined();
});

/** The answer to a request with If-Match if `change` happens just before its first transaction. */
async function changedMeanwhile(
  route: string,
  own: Estate,
  { etag, change }: { etag: string; change: () => Promise<unknown> },
) {
  let isChanged = false;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || isChanged) return;
    isChanged = true;
    await change();
  });
  onTestFinished(end);
  const answer = await withHeaders(route, own, { "if-match": etag });
  expect(isChanged).toBe(true);
  return answer;
}

/** Changes what the GET of the route's record shows. */
async function changeRecord(route: string, own: Estate) {
  if (route.includes("/maintenance-windows/")) {
    const windows = { reseller_uuid: own.reseller.uuid, uuid: own.website };
    const { data } = await Maintenance.get(windows).go();
    const { windows: found = [], revision = 0 } = data ?? {};
    const changed = found.map((window) => ({ ...window, reason: "Other" }));
    return await Maintenance.patch(windows)
      .set({ windows: changed, revision: revision + 1 })
      .go();
  }
  if (route.includes("/shares/")) {
    const share = { reseller_uuid: own.reseller.uuid, uuid: own.share };
    return await Share.patch(share).set({ language: "it", revision: 2 }).go();
  }
  if (route.includes("/prospects/")) {
    const prospect = { reseller_uuid: own.reseller.uuid, uuid: own.prospect };
    return await Prospect.patch(prospect).set({ pages_read: 7 }).go();
  }
  const patch = route.replace(/^\w+/, "PATCH");
  if (!acceptedBody(patch)) {
    const webhook = { reseller_uuid: own.reseller.uuid, uuid: own.webhook };
    return await Webhook.patch(webhook).set({ disabled_at: timestamp() }).go();
  }
  const body = { ...acceptedBody(patch), name: "Other", hostname: "https://other.example.com" };
  return await call(patch, { ...acceptedRequest(route, own), body });
}

test.each([
  ["begins to fail", false],
  ["fails since another time", true],
])("a webhook is not deleted when its endpoint %s in between", async (_, hasFailed) => {
  const own = await makeEstate();
  const read = "GET /v1/webhooks/{webhook_uuid}";
  const route = "DELETE /v1/webhooks/{webhook_uuid}";
  const due_at = timestamp();
  const fail = async (failing_since: string) => {
    const health = withHealth(own.webhook, { version: failing_since, due_at, failing_since });
    await Webhook.patch({ reseller_uuid: own.reseller.uuid, uuid: own.webhook }).set(health).go();
  };
  if (hasFailed) await fail("2026-11-22T12:00:00+00:00");
  const etag = await tagOf(read, own);
  const change = () => fail(due_at);
  expect(await changedMeanwhile(route, own, { etag, change })).toEqual(REFUSED);
  const known = await tagOf(read, own);
  expect((await withHeaders(route, own, { "if-match": known })).status).toBe(200);
});

test("a change of the reseller's custom fields changes the tag of its businesses", async () => {
  const { business: uuid, reseller } = estate;
  const { key } = reseller;
  const route = "PATCH /v1/businesses/{business_uuid}";
  await makeCustomFields(reseller, [{ name: "note" }]);
  const body = { custom_fields: [{ note: "n" }] };
  await call(route, { key, uuid, body });
  const headers = { "if-match": await tagOf("GET /v1/businesses/{business_uuid}", estate) };
  const [field] = await makeCustomFields(reseller, [{ name: "other" }]);
  expect(field).toBeDefined();
  const answer = await call(route, { key, uuid, body: {}, headers });
  expect(answer).toEqual(REFUSED);
});
