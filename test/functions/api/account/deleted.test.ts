import { expect, test } from "vitest";
import { Deleted } from "../../../../shared/entities/deleted.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import {
  cursorAt,
  invalid,
  lastPage,
  notFound,
  ok,
  problem,
  TIMESTAMP,
} from "../../../support/expected.ts";
import {
  anHourAfterRestoring,
  makeBusiness,
  makeCompetitor,
  makeCustomer,
  makeDeletion,
  makeReseller,
  makeShare,
  makeWebhook,
  makeWebsite,
  onboardingBody,
  type TestReseller,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { open, PAGE } from "../../open/sharedPages/open.ts";

const LIST = "GET /v1/account/deleted";
const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";

const listDeleted = async ({ key }: TestReseller) => (await call(LIST, { key })).body.data;
const restore = ({ key }: TestReseller, uuid: string) => call(RESTORE, { key, uuid });
const get = (kind: string, { key }: TestReseller, uuid: string) =>
  call(`GET /v1/${kind === "business" ? "businesses" : `${kind}s`}/{${kind}_uuid}`, { key, uuid });
const remove = (kind: string, { key }: TestReseller, uuid: string) =>
  call(`DELETE /v1/${kind === "business" ? "businesses" : `${kind}s`}/{${kind}_uuid}`, {
    key,
    uuid,
  });

test("a deleted website is listed, and restored as it was at the end of its list", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { key } = reseller;
  const [website, other] = [
    await makeWebsite(reseller, business),
    await makeWebsite(reseller, business),
  ];
  const before = await get("website", reseller, website);
  const { token } = await makeShare(reseller, { website_uuid: website });
  const stream = await followReseller(reseller.uuid);
  await remove("website", reseller, website);
  await stream.settle();
  expect(await get("website", reseller, website)).toEqual(notFound("websites"));

  const shown = {
    uuid: website,
    type: "website",
    name: "example.com",
    user_uuid: user,
    business_uuid: business,
    deleted_at: TIMESTAMP,
  };
  expect(await call(LIST, { key })).toEqual(ok({ data: [shown], meta: lastPage }));

  const restored = { message: "Website restored", success: true, data: shown };
  expect(await restore(reseller, website)).toEqual(ok(restored));
  expect((await get("website", reseller, website)).body).toEqual(before.body);
  const query = { businessUuid: business };
  const { body } = await call("GET /v1/websites", { key, query });
  expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual([other, website]);
  expect(await listDeleted(reseller)).toEqual([]);
  expect(await restore(reseller, website)).toEqual(notFound("deletions"));
  await stream.settle();
  expect((await get("website", reseller, website)).status).toBe(200);
  expect((await open(PAGE, token)).statusCode).toBe(200);
});

test("deletions have pages, newest first, each of which reads its own only", async () => {
  const [reseller, other] = [await makeReseller(), await makeReseller()];
  const { key } = reseller;
  const deleted = [];
  for (let index = 0; index < 5; index += 1) deleted.push(await makeDeletion(reseller));
  const all = await listDeleted(reseller);
  const uuidsOf = (records: { uuid: string }[]) => records.map(({ uuid }) => uuid);
  expect(uuidsOf(all).toSorted()).toEqual(deleted.toSorted());
  const pages = [];
  let query: Record<string, string> = { per_page: "2" };
  for (let next: string | null = ""; next !== null; ) {
    const { body } = await call(LIST, { key, query });
    pages.push(body.data);
    next = body.meta.next_page_url;
    if (next !== null) query = Object.fromEntries(new URL(next).searchParams);
  }
  expect(pages).toEqual([all.slice(0, 2), all.slice(2, 4), all.slice(4)]);
  expect((await call(LIST, { key: other.key, query })).body.data).toEqual([]);
  const pageAt = async (place: string) =>
    (await call(LIST, { key, query: { cursor: cursorAt(place) } })).body.data;
  expect(await pageAt(`~~#${deleted[0]}`)).toEqual(all);
  expect(await pageAt(`2026-01-31T09:30:00+00:00#${deleted[0]}`)).toEqual([]);
});

test("a record that was restored within the hour can't be restored again", async () => {
  const reseller = await makeReseller();
  const [webhook, other] = [await makeWebhook(reseller), await makeWebhook(reseller)];
  const stream = await followReseller(reseller.uuid);
  const removeAndRestore = async (uuid: string) => {
    await remove("webhook", reseller, uuid);
    await stream.settle();
    const response = await restore(reseller, uuid);
    await stream.settle();
    return response;
  };
  expect((await removeAndRestore(webhook)).status).toBe(200);
  const refused = await removeAndRestore(webhook);
  expect(refused).toMatchObject(problem(429, "The record was restored within the hour"));
  expect(refused.headers["retry-after"]).toMatch(/^3[0-9]{3}$/);
  expect((await listDeleted(reseller)).map(({ uuid }: { uuid: string }) => uuid)).toEqual([
    webhook,
  ]);
  expect((await removeAndRestore(other)).status).toBe(200);
  await anHourAfterRestoring(reseller, webhook);
  expect((await restore(reseller, webhook)).status).toBe(200);
});

test("a user comes back with everything below, and nothing that was deleted before", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { key } = reseller;
  const otherWebsite = await makeWebsite(reseller, business);
  const gone = await makeWebsite(reseller, business);
  const competitor = await makeCompetitor(reseller, business);
  const stream = await followReseller(reseller.uuid);
  await remove("website", reseller, gone);
  await stream.settle();
  const shown = await get("user", reseller, user);
  const account = await call("GET /v1/account/websites", { key });
  await remove("user", reseller, user);
  await stream.settle();
  expect(await get("website", reseller, otherWebsite)).toEqual(notFound("websites"));
  expect((await call("GET /v1/account/websites", { key })).body.data).toEqual([]);
  expect(
    (await listDeleted(reseller)).map(({ uuid }: { uuid: string }) => uuid).toSorted(),
  ).toEqual([user, gone].toSorted());
  const exists = "The business of this website is deleted: restore the business first";
  expect(await restore(reseller, gone)).toEqual(invalid({ business_uuid: { exists } }));

  expect((await restore(reseller, user)).status).toBe(200);
  await stream.settle();
  expect((await get("user", reseller, user)).body).toEqual(shown.body);
  const now = await call("GET /v1/account/websites", { key });
  const uuidsOf = ({ body }: typeof now) =>
    body.data.map(({ uuid }: { uuid: string }) => uuid).toSorted();
  expect(uuidsOf(now)).toEqual(uuidsOf(account));
  expect((await get("competitor", reseller, competitor)).status).toBe(200);
  expect((await get("website", reseller, gone)).status).toBe(404);
  expect((await restore(reseller, gone)).status).toBe(200);
  await makeWebsite(reseller, business);
});

test("a user whose address another one has now can't be restored", async () => {
  const reseller = await makeReseller();
  const { key } = reseller;
  const body = onboardingBody();
  const onboarded = await call("POST /v1/onboarding", { key, body });
  const user = onboarded.body.data.user.uuid;
  const stream = await followReseller(reseller.uuid);
  await remove("user", reseller, user);
  await stream.settle();
  const again = await call("POST /v1/onboarding", { key, body });
  const unique = "Email belongs to another user now";
  expect(await restore(reseller, user)).toEqual(invalid({ email: { unique } }));
  await remove("user", reseller, again.body.data.user.uuid);
  expect((await restore(reseller, user)).status).toBe(200);
});

test("limits count for a record that is restored", async () => {
  const reseller = await makeReseller({ max_webhooks: 1 });
  const webhook = await makeWebhook(reseller);
  const stream = await followReseller(reseller.uuid);
  await remove("webhook", reseller, webhook);
  await stream.settle();
  const another = await makeWebhook(reseller);
  await stream.settle();
  const max = "An account can have at most 1 webhooks";
  expect(await restore(reseller, webhook)).toEqual(invalid({ deletion_uuid: { max } }));
  await remove("webhook", reseller, another);
  await stream.settle();
  const answers = await Promise.all([restore(reseller, webhook), restore(reseller, another)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test("a record is restored by one of two requests at once", async () => {
  const reseller = await makeReseller();
  const webhook = await makeDeletion(reseller);
  const answers = await Promise.all([restore(reseller, webhook), restore(reseller, webhook)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
});

test("what another reseller deleted, or seven days ago, can't be restored", async () => {
  const [reseller, other] = [await makeReseller(), await makeReseller()];
  const webhook = await makeDeletion(reseller);
  expect(await restore(other, webhook)).toEqual(notFound("deletions"));
  expect(await listDeleted(other)).toEqual([]);
  expect(await restore(reseller, newUuid())).toEqual(notFound("deletions"));
  const place = { reseller_uuid: reseller.uuid, place: "deleted", uuid: webhook };
  const deleted_at = timestamp(new Date(Date.now() - 7 * 86_400_000));
  const order_text = `${deleted_at}#webhook#${webhook}`;
  await Deleted.patch(place).set({ deleted_at, order_text }).go();
  expect(await restore(reseller, webhook)).toEqual(notFound("deletions"));
  expect(await listDeleted(reseller)).toEqual([]);
});

test("a business is restored while it is being cleaned up, and deleted again", async () => {
  const { reseller, user } = await makeCustomer();
  const { key } = reseller;
  const business = await makeBusiness(reseller, user);
  const websites = [await makeWebsite(reseller, business), await makeWebsite(reseller, business)];
  const stream = await followReseller(reseller.uuid);
  const listed = async () => {
    const { body } = await call("GET /v1/websites", { key, query: { businessUuid: business } });
    return body.data.map(({ uuid }: { uuid: string }) => uuid).toSorted();
  };
  for (let round = 0; round < 2; round += 1) {
    await remove("business", reseller, business);
    await stream.dispatch();
    expect((await restore(reseller, business)).status).toBe(200);
    await anHourAfterRestoring(reseller, business);
    await stream.settle();
    expect(await listed()).toEqual(websites.toSorted());
    for (const website of websites)
      expect((await get("website", reseller, website)).status).toBe(200);
  }
});
