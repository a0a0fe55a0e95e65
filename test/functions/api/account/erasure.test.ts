import type { Context } from "aws-lambda";
import { expect, onTestFinished, test, vi } from "vitest";
import { handler as cleanup } from "../../../../functions/workers/cleanup/index.ts";
import { DAY_SECONDS } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { invalid, notFound, ok } from "../../../support/expected.ts";
import {
  makeCompetitor,
  makeCustomer,
  makeEstate,
  makeReseller,
  makeWebsite,
  type TestReseller,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";
import { failRequests, interceptRequests } from "../../../support/interceptRequests.ts";
import { markedBodies, storedOf } from "../../../support/marks.ts";
import { messagesAbout, sqsEvent } from "../../../support/messages.ts";
import { thoroughTest } from "../../../support/runs.ts";
import { itemsNaming } from "../../../support/snapshot.ts";
import { deliver, makeWebhookAt, startReceiver } from "../../../support/webhooks.ts";

const DELETE = "DELETE /v1/users/{user_uuid}";
const RESTORE = "POST /v1/account/deleted/{deletion_uuid}/restore";
const DELETED = "GET /v1/account/deleted";
const LOG = "GET /v1/account/audit-log";

const erase = ({ key }: TestReseller, uuid: string) =>
  call(DELETE, { key, uuid, query: { erase: "true" } });

test("a user that was deleted before is erased as well, and can't be restored", async () => {
  const { reseller, user } = await makeCustomer();
  const { key } = reseller;
  const stream = await followReseller(reseller.uuid);
  await call(DELETE, { key, uuid: user });
  await stream.settle();
  expect((await call(DELETED, { key })).body.data).toHaveLength(1);
  const deletedUser = { success: true, message: "User deleted" };
  expect(await erase(reseller, user)).toEqual(ok(deletedUser));
  // Once more, and by somebody else.
  expect(await erase(reseller, user)).toEqual(ok(deletedUser));
  expect(await erase(await makeReseller(), user)).toEqual(notFound("users"));
  expect((await call(DELETED, { key })).body.data).toEqual([]);
  expect(await call(RESTORE, { key, uuid: user })).toEqual(notFound("deletions"));
  await stream.settle();
  expect(await leftOf(user)).toEqual([]);
});

test("only true erases", async () => {
  const { reseller, user } = await makeCustomer();
  const { key } = reseller;
  const request = (value: string) => call(DELETE, { key, uuid: user, query: { erase: value } });
  const options = "Erase must be one of true, false";
  const stream = await followReseller(reseller.uuid);
  expect(await request("yes")).toEqual(invalid({ erase: { options } }));
  expect((await request("false")).status).toBe(200);
  await stream.settle();
  expect((await call(RESTORE, { key, uuid: user })).status).toBe(200);
  expect(await erase(reseller, newUuid())).toEqual(notFound("users"));
});

test("an erasure wins over a restoration at the same time", async () => {
  const { reseller, user } = await makeCustomer();
  const { key } = reseller;
  const stream = await followReseller(reseller.uuid);
  await call(DELETE, { key, uuid: user });
  await stream.settle();
  let erased = 0;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || erased > 0) return;
    erased = 1;
    erased = (await erase(reseller, user)).status;
  });
  onTestFinished(end);
  expect(await call(RESTORE, { key, uuid: user })).toEqual(notFound("deletions"));
  expect(erased).toBe(200);
});

/** What the table has of an erased user, but that it was erased, who did what, and lists that stay closed for some days. */
async function leftOf(user: string): Promise<string[]> {
  const items = await itemsNaming(user);
  return items
    .filter(({ is_erased, pk }) => !is_erased && !pk?.S?.startsWith("auditLog#"))
    .map(({ sk }) => String(sk?.S))
    .filter((sk) => !sk.startsWith("s#"));
}

/** Collects what is logged until the test is over. */
function collectLogs(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, "write");
  spy.mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  onTestFinished(() => spy.mockRestore());
  return lines;
}

test("what names an erased user is in no record, log line or entry of the audit log, and copies expire within 35 days", async () => {
  const { marks, onboarding, business, hostname, address, competitor } = markedBodies();
  const logs = collectLogs();
  const receiver = await startReceiver((_, response) => response.writeHead(200).end(marks[0]));
  const reseller = await makeReseller();
  await makeWebhookAt(receiver.url, { reseller_uuid: reseller.uuid });
  const { key } = reseller;
  const stream = await followReseller(reseller.uuid);
  const post = async (route: string, request: object) => {
    const headers = { "idempotency-key": newUuid() };
    const response = await call(route, { key, headers, ...request });
    expect([route, response.status]).toEqual([route, 200]);
    return response.body.data;
  };
  const { user: created } = await post("POST /v1/onboarding", { body: onboarding });
  const user = created.uuid;
  const { uuid: businessUuid } = await post("POST /v1/businesses", {
    ...{ query: { userUuid: user }, body: business },
  });
  const website = await post("POST /v1/websites", { query: { businessUuid }, body: { hostname } });
  const gone = await makeWebsite(reseller, businessUuid);
  const rival = await makeCompetitor(reseller, businessUuid);
  await stream.settle();
  const change = async (route: string, uuid: string, body: object) =>
    expect((await call(route, { key, uuid, body })).status).toBe(200);
  await change("PATCH /v1/websites/{website_uuid}", gone, { hostname });
  await change("PATCH /v1/competitors/{competitor_uuid}", rival, competitor);
  await change("PATCH /v1/businesses/{business_uuid}/address", businessUuid, address);
  await change("PATCH /v1/users/{user_uuid}", user, { first_name: `${marks[0]} II` });
  await stream.settle();
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: gone });
  await stream.settle();
  await call(DELETE, { key, uuid: user });
  await stream.settle();
  await post(RESTORE, { uuid: user });
  await stream.settle();
  await deliver(messagesAbout("DELIVERIES_QUEUE_URL", reseller.uuid));
  const isMarked = (text: string) => marks.some((mark) => text.includes(mark));
  expect(isMarked(await storedOf(reseller.uuid))).toBe(true);

  expect((await erase(reseller, user)).status).toBe(200);
  await stream.settle();
  expect((await call(DELETED, { key })).body.data).toEqual([]);
  for (const [route, uuid] of [
    ["GET /v1/users/{user_uuid}", user],
    ["GET /v1/businesses/{business_uuid}", businessUuid],
    ["GET /v1/websites/{website_uuid}", website.uuid],
    ["GET /v1/competitors/{competitor_uuid}", rival],
  ]) {
    expect((await call(String(route), { key, uuid })).status).toBe(404);
  }
  const kinds = (await storedOf(reseller.uuid))
    .split("\n")
    .filter(isMarked)
    .map((item) => JSON.parse(item).__edb_e__);
  expect([...new Set(kinds)].toSorted()).toEqual(["delivery", "storedValue"]);
  const later = Date.now() / 1000 + 35 * DAY_SECONDS;
  expect(isMarked(await storedOf(reseller.uuid, later))).toBe(false);
  expect(logs.filter(isMarked)).toEqual([]);

  // Who did what when stays.
  const entries = (await call(LOG, { key, query: { record: user } })).body.data;
  const actions = entries.map(({ action }: { action: string }) => action);
  expect(actions).toContain("user.purged");
  expect(entries).toContainEqual(
    expect.objectContaining({
      ...{ action: "user.updated", changed_fields: ["first_name"] },
      ...{ before: null, after: null, actor: expect.objectContaining({ type: "key" }) },
    }),
  );
});

thoroughTest("an erasure whose clean-up is killed at any request goes on", async () => {
  for (let at = 1, isKilled = true; isKilled; at += 3) {
    const { reseller, user } = await makeEstate();
    const stream = await followReseller(reseller.uuid);
    await erase(reseller, user);
    await stream.dispatch();
    const end = failRequests((number) => number >= at, "before");
    const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
    const message = { reseller_uuid: reseller.uuid, uuid: user, entity: "user", is_erased: true };
    const { batchItemFailures } = await cleanup(sqsEvent(message), context);
    end();
    isKilled = batchItemFailures.length > 0;
    await stream.settle();
    expect(await leftOf(user), `killed at ${at}`).toEqual([]);
  }
});
