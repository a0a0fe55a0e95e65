import { expect, onTestFinished, test, vi } from "vitest";
import { requireEnv } from "../../../shared/env.ts";
import { sendMessages } from "../../../shared/queues/sendMessages.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { TIMESTAMP } from "../../support/expected.ts";
import { makeCompetitor, makeReseller, makeWebsite } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { givenUp, serveLostRecords } from "../../support/lostRecords.ts";
import { markedBodies, storedOf } from "../../support/marks.ts";
import { messagesAbout } from "../../support/messages.ts";
import { deliver, makeWebhookAt, startReceiver } from "../../support/webhooks.ts";

import { DELETE, DELETED, due, ERASURES, erase, pass, RESTORE } from "./erasing.ts";

const LOG = "GET /v1/account/audit-log";
const DONE = { batchItemFailures: [] };
const PASSES = 3;

const lost = serveLostRecords();

/** Collects what is logged until the test is over. */
function collectLogs(): string[] {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stdout, "write");
  spy.mockImplementation((chunk) => lines.push(String(chunk)) > 0);
  onTestFinished(() => spy.mockRestore());
  return lines;
}

test("what names an erased user is nowhere: in table, answers, deliveries, log, dead letters and lost records", async () => {
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
    return { response, again: () => call(route, { key, headers, ...request }) };
  };
  const idOf = ({ response }: Awaited<ReturnType<typeof post>>) => response.body.data.uuid;
  const onboarded = await post("POST /v1/onboarding", { body: onboarding });
  const user = onboarded.response.body.data.user.uuid;
  const query = { userUuid: user };
  const made = idOf(await post("POST /v1/businesses", { query, body: business }));
  const businessUuid = made;
  const website = idOf(
    await post("POST /v1/websites", { query: { businessUuid }, body: { hostname } }),
  );
  const gone = await makeWebsite(reseller, businessUuid);
  const rival = await makeCompetitor(reseller, businessUuid);
  const change = async (route: string, uuid: string, body: object) =>
    expect((await call(route, { key, uuid, body })).status).toBe(200);
  await change("PATCH /v1/websites/{website_uuid}", gone, { hostname });
  await change("PATCH /v1/competitors/{competitor_uuid}", rival, competitor);
  await change("PATCH /v1/businesses/{business_uuid}/address", made, address);
  await change("PATCH /v1/users/{user_uuid}", user, { first_name: `${marks[0]} II` });
  await stream.settle();
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: gone });
  await stream.settle();
  await call(DELETE, { key, uuid: user });
  await stream.settle();
  const restored = await post(RESTORE, { uuid: user });
  await stream.settle();

  const messages = messagesAbout("DELIVERIES_QUEUE_URL", reseller.uuid);
  expect(await deliver(messages)).toEqual(DONE);
  const [message] = messages as [{ events: unknown[] }];
  const other = { data: { uuid: newUuid(), name: "Somebody else" } };
  const events = [...message.events, other];
  await sendMessages(requireEnv("DEAD_LETTERS_deliverer"), [{ ...message, events }]);
  const record = { dynamodb: { NewImage: { uuid: { S: user }, email: { S: marks[0] } } } };
  await sendMessages(requireEnv("DEAD_LETTERS_changes"), [{ record, parts: ["mail"] }]);
  const foreign = { dynamodb: { NewImage: { uuid: { S: newUuid() } } } };
  lost.set("aws/lambda/1", givenUp(record, foreign));
  const isMarked = (text: string) => marks.some((mark) => text.includes(mark));
  expect(isMarked(await storedOf(reseller.uuid))).toBe(true);

  expect((await erase(reseller, user)).status).toBe(200);
  await stream.settle();
  expect((await call(DELETED, { key })).body.data).toMatchObject([{ uuid: gone }]);
  for (let number = 1; number <= PASSES; number += 1) {
    expect(await pass(await due(reseller, user))).toEqual(DONE);
    await stream.settle();
    const { data } = (await call(ERASURES, { key })).body;
    expect(data[0].erased_at === null).toBe(number === 1);
  }
  const stored = await storedOf(reseller.uuid);
  expect(stored.split("\n").filter(isMarked)).toEqual([]);
  expect(logs.filter(isMarked)).toEqual([]);
  const letters = messagesAbout("DEAD_LETTERS_deliverer", reseller.uuid);
  expect(JSON.stringify(letters)).toContain("Somebody else");
  for (const queue of ["DEAD_LETTERS_deliverer", "DEAD_LETTERS_changes"]) {
    for (const mark of marks) expect(messagesAbout(queue, mark)).toEqual([]);
  }
  const left = JSON.parse(lost.get("aws/lambda/1") ?? "").payload.Records;
  expect(left).toEqual([foreign]);

  // Who did what when stays.
  const entries = (await call(LOG, { key, query: { record: website } })).body.data;
  expect(entries.map(({ action }: { action: string }) => action)).toContain("website.created");
  expect(entries.every((each: object) => "before" in each && each.before === null)).toBe(true);
  // A request that comes again does nothing twice.
  const empty = { email: "", first_name: "", last_name: "", language_preference: "" };
  const { user: again } = (await onboarded.again()).body.data;
  expect(again).toEqual({ uuid: user, ...empty, created_at: TIMESTAMP, updated_at: null });
  expect((await restored.again()).body.data.uuid).toBe(user);
  expect((await call(ERASURES, { key })).body.data).toMatchObject([
    { user_uuid: user, erased_at: TIMESTAMP, businesses: 2, websites: 3, competitors: 1 },
  ]);
});
