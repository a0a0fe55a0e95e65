import { describe, expect, onTestFinished, test } from "vitest";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import {
  DONE,
  deliver,
  findHealth,
  gate,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => timestamp(new Date(NOON + seconds * 1000));

async function findWebhook({ reseller_uuid, uuid }: { reseller_uuid: string; uuid: string }) {
  const { data } = await Webhook.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data;
}

describe("an event whose attempt fails waits for the next one", () => {
  test("for about five seconds, and the log has the endpoint's answer", async () => {
    const receiver = await startReceiver((_, response) =>
      response.writeHead(500).end(`Out of order ${"!".repeat(2000)}`),
    );
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock(NOON);
    expect(await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock })).toEqual(DONE);
    const [delivery] = await readLog(webhook);
    expect(delivery).toMatchObject({ status: "pending", tries: 1 });
    expect([at(5), at(6)]).toContain(delivery?.next_attempt_at);
    expect(delivery?.attempts).toEqual([
      {
        at: at(0),
        status: 500,
        error: null,
        duration_ms: 0,
        response: `Out of order ${"!".repeat(800 - 13)}`,
      },
    ]);
    const open = { is_open: true, failing_since: at(0) };
    expect(await findHealth(webhook)).toEqual({ due_at: at(5), ...open });
  });

  test.each([
    ["429 and seconds", 429, "120", 120],
    ["503 and seconds", 503, "60", 60],
  ])("as long as the endpoint says: %s", async (_, status, retryAfter, seconds) => {
    const receiver = await startReceiver((_, response) =>
      response.writeHead(status, { "retry-after": retryAfter }).end(),
    );
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock(NOON);
    await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock });
    expect(await readLog(webhook)).toMatchObject([{ next_attempt_at: at(seconds) }]);
    expect(await findHealth(webhook)).toMatchObject({ due_at: at(seconds), is_open: true });
  });

  test.each([
    ["redirects", 301, { location: "/elsewhere" }],
    ["answers 304", 304, {}],
    ["answers 404", 404, {}],
  ])("where the endpoint %s, which is not followed", async (_, status, headers) => {
    const receiver = await startReceiver((_, response) =>
      response.writeHead(status, headers).end(),
    );
    const webhook = await makeWebhookAt(receiver.url);
    await deliver([messageFor(webhook, makeEvents(webhook, 1))]);
    expect(receiver.requests).toHaveLength(1);
    expect(await readLog(webhook)).toMatchObject([{ status: "pending", attempts: [{ status }] }]);
  });
});

test("410 disables the webhook at once, and later events are not sent", async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(410).end());
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock(NOON);
  const events = makeEvents(webhook, 1);
  expect(await deliver([messageFor(webhook, events)], { clock })).toEqual(DONE);
  const disabled = { disabled_at: at(0), disabled_reason: "gone" };
  expect(await findWebhook(webhook)).toMatchObject(disabled);
  expect(await readLog(webhook)).toMatchObject([{ status: "pending", tries: 1 }]);
  expect(await findHealth(webhook)).toBeUndefined();
  const happenedAt = (timestamp: string) =>
    makeEvents(webhook, 1).map((event) => ({ ...event, timestamp }));
  await deliver([messageFor(webhook, happenedAt(at(1)))], { clock });
  expect(await readLog(webhook)).toHaveLength(1);
  // Earlier events wait until the webhook is enabled, like the one that was answered with 410.
  await deliver([messageFor(webhook, happenedAt(at(0)))], { clock });
  expect(receiver.requests).toHaveLength(1);
  const log = await readLog(webhook);
  expect(log.map(({ status, tries }) => [status, tries])).toEqual([
    ["pending", 0],
    ["pending", 1],
  ]);
  expect(await findHealth(webhook)).toBeUndefined();
});

describe("while an endpoint fails, no attempt is made and none is counted", () => {
  test("for later events, which are logged and wait; a test is sent all the same", async () => {
    let status = 500;
    const receiver = await startReceiver((_, response) => response.writeHead(status).end());
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock(NOON);
    const send = (type?: "webhook.test") =>
      deliver([messageFor(webhook, makeEvents(webhook, 1, type))], { clock });
    await send();
    const before = await findHealth(webhook);
    clock.advance(600);
    await send();
    expect(receiver.requests).toHaveLength(1);
    const tries = async () => (await readLog(webhook)).map((each) => each.tries).toSorted();
    expect(await tries()).toEqual([0, 1]);
    // Its first attempt is due as soon as the endpoint is asked again.
    expect(await findHealth(webhook)).toEqual(before);
    await send("webhook.test");
    expect(receiver.requests).toHaveLength(2);
    expect(await findHealth(webhook)).toMatchObject({ due_at: at(5), failing_since: at(0) });
    status = 204;
    await send("webhook.test");
    expect(await findHealth(webhook)).toEqual({ due_at: at(600) });
  });

  test("for other events of the same message, unless one is accepted in between", async () => {
    let count = 0;
    const receiver = await startReceiver((_, response) => {
      count += 1;
      response.writeHead(500).end();
    });
    const webhook = await makeWebhookAt(receiver.url);
    await deliver([messageFor(webhook, makeEvents(webhook, 25))]);
    // Ten attempts run at a time, and those that have begun are finished.
    expect(count).toBeLessThanOrEqual(10);
    const log = await readLog(webhook);
    expect(log).toHaveLength(25);
    expect(log.filter(({ tries }) => tries === 1)).toHaveLength(count);
  });
});

test("endpoints that do not answer delay no other one in the same call, nor in the next", async () => {
  const answered = gate();
  const order: string[] = [];
  const hanging = await startReceiver(async (_, response) => {
    order.push("hanging");
    await answered.passed;
    response.writeHead(500).end();
  });
  const healthy = await startReceiver((_, response) => {
    order.push("healthy");
    response.end();
  });
  const dead = await makeWebhookAt(hanging.url);
  const other = await makeWebhookAt(healthy.url, { reseller_uuid: dead.reseller_uuid });
  const messages = () => [dead, other].map((each) => messageFor(each, makeEvents(each, 2)));
  const call = deliver(messages());
  // The healthy endpoint's deliveries are logged while the other has not answered.
  while ((await readLog(other)).length < 2) await new Promise(setImmediate);
  answered.open();
  expect(await call).toEqual(DONE);
  const requestCount = order.length;
  // The next call makes no attempt at it.
  expect(await deliver(messages())).toEqual(DONE);
  expect(order.slice(requestCount)).toEqual(["healthy", "healthy"]);
});

test("exactly the messages whose events can't be logged are given back", async () => {
  const receiver = await startReceiver();
  const webhooks = await Promise.all(Array.from({ length: 3 }, () => makeWebhookAt(receiver.url)));
  const [failing] = webhooks;
  const messages = webhooks.map((each) => messageFor(each, makeEvents(each, 2)));
  const end = interceptRequests((command, input) => {
    const isIt = JSON.stringify(input).includes(failing?.uuid ?? "");
    if (command === "Put" && isIt) throw new Error("DynamoDB is away");
  });
  onTestFinished(end);
  expect(await deliver([...messages, { events: [] }])).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-3" }, { itemIdentifier: "message-0" }],
  });
  end();
  expect(await deliver([messages[0]])).toEqual(DONE);
  for (const webhook of webhooks) expect(await readLog(webhook)).toHaveLength(2);
  expect(idsOf(receiver)).toHaveLength(6);
});
