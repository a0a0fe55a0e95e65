import { expect, test } from "vitest";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { call } from "../../support/api.ts";
import { closeAndRemove, DONE } from "../../support/closing.ts";
import { makeReseller, makeSandbox, type TestReseller } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { markedBodies, storedOf } from "../../support/marks.ts";
import { messagesAbout } from "../../support/messages.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { deliver, makeWebhookAt, startReceiver } from "../../support/webhooks.ts";

const MONTH_SECONDS = 30 * 24 * 3600;

type Marked = ReturnType<typeof markedBodies>;

/** Makes records of which every field that can has a marker, by requests that can be repeated. */
async function fill(
  { key, uuid }: TestReseller,
  { onboarding, business, hostname, competitor }: Marked,
) {
  const post = async (route: string, request: object) => {
    const headers = { "idempotency-key": route };
    const response = await call(route, { key, headers, ...request });
    expect([route, response.status]).toEqual([route, 200]);
    return response.body.data;
  };
  const { user } = await post("POST /v1/onboarding", { body: onboarding });
  const query = { userUuid: user.uuid };
  const { uuid: businessUuid } = await post("POST /v1/businesses", { query, body: business });
  const inBusiness = { query: { businessUuid } };
  const { uuid: website } = await post("POST /v1/websites", { ...inBusiness, body: { hostname } });
  const rival = await post("POST /v1/competitors", { ...inBusiness, body: { hostname } });
  const change = { key, uuid: rival.uuid, body: competitor };
  expect((await call("PATCH /v1/competitors/{competitor_uuid}", change)).status).toBe(200);
  await call("POST /v1/shares", { key, body: { website_uuid: website } });
  await call("PATCH /v1/account/alerts", { key, body: { addresses: [onboarding.email] } });
  return { reseller_uuid: uuid, user: user.uuid, website };
}

test("30 days after a reseller was closed, what named its users is nowhere, and another reseller is untouched", async () => {
  const marked = markedBodies();
  const { marks } = marked;
  const isMarked = (text: string) => marks.some((mark) => text.includes(mark));
  const receiver = await startReceiver((_, response) => response.writeHead(200).end(marks[0]));
  const [reseller, other] = [await makeReseller(), await makeReseller()];
  const { uuid } = reseller;
  await makeWebhookAt(receiver.url, { reseller_uuid: uuid });
  const sandbox = await makeSandbox(reseller);
  const accounts = [uuid, sandbox.uuid];
  const streams = await Promise.all([...accounts, other.uuid].map((uuid) => followReseller(uuid)));
  const settle = async () => {
    for (const stream of streams) await stream.settle();
  };
  await fill(sandbox, marked);
  await fill(other, markedBodies());
  const { website } = await fill(reseller, marked);
  await settle();
  // Deleted by the client, and kept.
  await call("DELETE /v1/websites/{website_uuid}", { key: reseller.key, uuid: website });
  await settle();
  const messages = messagesAbout("DELIVERIES_QUEUE_URL", uuid);
  expect(await deliver(messages)).toEqual(DONE);
  const untouched = await snapshotOf(other.uuid);
  expect(isMarked(await storedOf(uuid))).toBe(true);

  // In many short runs, each of which continues where the last one stopped.
  expect(await closeAndRemove(uuid, 0)).toBeGreaterThan(3);
  await settle();
  const gone = Date.now() / 1000 + MONTH_SECONDS;
  for (const account of accounts) {
    const remaining = (await storedOf(account, gone)).split("\n");
    expect(remaining.filter((line) => isMarked(line) || line.includes("#counts"))).toEqual([]);
    expect((await ApiKey.query.ofReseller({ reseller_uuid: account }).go()).data).toEqual([]);
    expect((await Plan.query.ofReseller({ reseller_uuid: account }).go()).data).toEqual([]);
    expect((await Reseller.get({ uuid: account }).go()).data).toBeNull();
  }
  expect(await snapshotOf(other.uuid)).toEqual(untouched);
});
