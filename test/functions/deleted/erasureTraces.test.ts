import { inflateRawSync } from "node:zlib";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { expect, onTestFinished, test, vi } from "vitest";
import { requireEnv } from "../../../shared/env.ts";
import { sendMessages } from "../../../shared/queues/sendMessages.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { TIMESTAMP } from "../../support/expected.ts";
import {
  makeCompetitor,
  makeReseller,
  makeWebsite,
  type TestReseller,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { givenUp, serveLostRecords } from "../../support/lostRecords.ts";
import { messagesAbout } from "../../support/messages.ts";
import { itemsNaming } from "../../support/snapshot.ts";
import { deliver, makeWebhookAt, startReceiver } from "../../support/webhooks.ts";

import { DELETE, DELETED, due, ERASURES, erase, pass, RESTORE } from "./erasing.ts";

const LOG = "GET /v1/account/audit-log";
const DONE = { batchItemFailures: [] };
const PASSES = 3;

const lost = serveLostRecords();

/** Everything that the table has of a reseller, also what is compressed. */
async function storedOf({ uuid }: TestReseller): Promise<string> {
  const readable = (_: string, value: unknown) => {
    if (!(value instanceof Uint8Array)) return value;
    try {
      return inflateRawSync(value).toString();
    } catch {
      return Buffer.from(value).toString();
    }
  };
  const items = (await itemsNaming(uuid)).map((item) =>
    // Bytes would be called with their JSON.
    JSON.stringify(mapValues(unmarshall(item), readable)),
  );
  return items.join("\n");
}

function mapValues(value: unknown, change: (name: string, value: unknown) => unknown): unknown {
  const changed = change("", value);
  if (Array.isArray(changed)) return changed.map((each) => mapValues(each, change));
  if (changed === null || typeof changed !== "object") return changed;
  return Object.fromEntries(
    Object.entries(changed).map(([name, each]) => [name, mapValues(each, change)]),
  );
}

/** Bodies of which each field that can has a marker. */
function markedBodies() {
  const mark = `m${newUuid().replaceAll("-", "").slice(-16)}`;
  const phone = `+4420${String(Date.now()).slice(-8)}`;
  const address = {
    ...{ address_line_1: `1 ${mark}`, address_line_2: mark, address_line_3: mark },
    ...{ city: mark, county: mark, postcode: mark.slice(0, 10), phone_number: phone },
    country_code: "GB",
  };
  const onboarding = {
    ...{ email: `${mark}@example.com`, first_name: mark, last_name: mark },
    language_preference: "en-GB",
    business: { business_name: mark, hostname: `https://${mark}.example`, ...address },
  };
  const business = { name: mark, industry: mark, products: [mark] };
  const hostname = `https://b.${mark}.example/${mark}`;
  const competitor = { name: mark, hostname, industry: mark, ...address };
  const marks = [mark, mark.slice(0, 10), phone];
  return { marks, onboarding, business, hostname, address, competitor };
}

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
  expect(isMarked(await storedOf(reseller))).toBe(true);

  expect((await erase(reseller, user)).status).toBe(200);
  await stream.settle();
  expect((await call(DELETED, { key })).body.data).toMatchObject([{ uuid: gone }]);
  for (let number = 1; number <= PASSES; number += 1) {
    expect(await pass(await due(reseller, user))).toEqual(DONE);
    await stream.settle();
    const { data } = (await call(ERASURES, { key })).body;
    expect(data[0].erased_at === null).toBe(number === 1);
  }
  const stored = await storedOf(reseller);
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
