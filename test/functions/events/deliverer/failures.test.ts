import { inspect } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { findLane } from "../../../../functions/events/lane.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { runs } from "../../../support/runs.ts";
import { holdDeadAddress } from "../../../support/site.ts";
import {
  DONE,
  deliver,
  gate,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  readSoundLog,
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
    const [delivery] = await readSoundLog(webhook);
    expect(delivery).toMatchObject({ status: "pending", tries: 1 });
    expect([at(5), at(6)]).toContain(delivery?.next_attempt_at);
    expect(delivery?.attempts).toEqual([
      {
        at: at(0),
        status: 500,
        error: null,
        duration_ms: 0,
        response: `Out of order ${"!".repeat(1024 - 13)}`,
      },
    ]);
    expect(await findLane(webhook)).toMatchObject({
      due_at: delivery?.next_attempt_at,
      failures: 1,
      failing_since: at(0),
    });
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
    expect(await readSoundLog(webhook)).toMatchObject([{ next_attempt_at: at(seconds) }]);
    expect(await findLane(webhook)).toMatchObject({
      due_at: at(seconds),
      blocked_until: at(seconds),
    });
    await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock });
    expect(receiver.requests).toHaveLength(1);
  });

  test.each([429, 502, 504])("%s alone slows down until the next attempt", async (status) => {
    const receiver = await startReceiver((_, response) => response.writeHead(status).end());
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock(NOON);
    await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock });
    const [delivery] = await readLog(webhook);
    expect((await findLane(webhook))?.blocked_until).toBe(delivery?.next_attempt_at);
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
    expect(await readSoundLog(webhook)).toMatchObject([
      { status: "pending", attempts: [{ status }] },
    ]);
  });

  test("after a refused connection", async () => {
    const { url } = await holdDeadAddress();
    const webhook = await makeWebhookAt(url);
    await deliver([messageFor(webhook, makeEvents(webhook, 1))]);
    expect(await readSoundLog(webhook)).toMatchObject([
      { attempts: [{ status: null, error: "refused", response: "" }] },
    ]);
  });

  test("after a time-out", async () => {
    const receiver = await startReceiver(() => {});
    const webhook = await makeWebhookAt(receiver.url);
    await deliver([messageFor(webhook, makeEvents(webhook, 1))], { timeoutMs: 50 });
    expect(await readSoundLog(webhook)).toMatchObject([
      { attempts: [{ status: null, error: "timeout" }] },
    ]);
  });
});

test("410 disables the webhook at once, and later events are not sent", async () => {
  const receiver = await startReceiver((_, response) => response.writeHead(410).end());
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock(NOON);
  const events = makeEvents(webhook, 1);
  expect(await deliver([messageFor(webhook, events)], { clock })).toEqual(DONE);
  expect(await findWebhook(webhook)).toMatchObject({
    disabled_at: at(0),
    disabled_reason: "gone",
  });
  expect(await readSoundLog(webhook)).toMatchObject([{ status: "pending", tries: 1 }]);
  expect(await findLane(webhook)).toBeUndefined();
  const happenedAt = (timestamp: string) =>
    makeEvents(webhook, 1).map((event) => ({ ...event, timestamp }));
  await deliver([messageFor(webhook, happenedAt(at(1)))], { clock });
  expect(await readSoundLog(webhook)).toHaveLength(1);
  // Earlier events wait until the webhook is enabled, like the one that was answered with 410.
  await deliver([messageFor(webhook, happenedAt(at(0)))], { clock });
  expect(receiver.requests).toHaveLength(1);
  expect((await readSoundLog(webhook)).map(({ status, tries }) => [status, tries])).toEqual([
    ["pending", 1],
    ["pending", 0],
  ]);
  expect(await findLane(webhook)).toBeUndefined();
});

describe("after three failures, an endpoint gets no first attempts", () => {
  test("for later deliveries, which are logged and wait", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock(NOON);
    for (let round = 0; round < 4; round += 1) {
      await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock });
    }
    expect(receiver.requests).toHaveLength(3);
    const log = await readSoundLog(webhook);
    expect(log.map(({ tries }) => tries)).toEqual([1, 1, 1, 0]);
    expect(log[3]).toMatchObject({ status: "pending", attempts: [], next_attempt_at: at(0) });
    expect(await findLane(webhook)).toMatchObject({
      failures: 3,
      blocked_until: at(5),
      due_at: at(5),
    });
  });

  test("for the other deliveries of the same message", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const webhook = await makeWebhookAt(receiver.url);
    await deliver([messageFor(webhook, makeEvents(webhook, 25))]);
    // Ten attempts run at a time, and those that have begun when the third fails are finished.
    expect(receiver.requests.length).toBeLessThan(13);
    const log = await readSoundLog(webhook);
    expect(log).toHaveLength(25);
    expect(log.filter(({ tries }) => tries === 1)).toHaveLength(receiver.requests.length);
    expect(await findLane(webhook)).toMatchObject({ failures: 3 });
  });

  test("only if no attempt between the failures succeeds", async () => {
    let count = 0;
    const receiver = await startReceiver((_, response) => {
      count += 1;
      response.writeHead(count % 2 === 0 ? 200 : 500).end();
    });
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock(NOON);
    for (let round = 0; round < 6; round += 1) {
      await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock });
    }
    expect(receiver.requests).toHaveLength(6);
    const lane = await findLane(webhook);
    expect(lane).toMatchObject({ failures: 0 });
    expect(lane?.failing_since).toBeUndefined();
  });
});

describe("a slow endpoint", () => {
  test("delays no other deliveries, and its own are logged without waiting", async () => {
    const [answered, waiting] = [gate(), gate()];
    const slow = await startReceiver(async (_, response) => {
      waiting.open();
      await answered.passed;
      response.end();
    });
    const others = await startReceiver();
    const [dead, ...healthy] = await Promise.all([
      makeWebhookAt(slow.url),
      ...Array.from({ length: 2 }, () => makeWebhookAt(others.url)),
    ]);
    const clock = standingClock(NOON);
    const batch = [dead, ...healthy].map((webhook) => messageFor(webhook, makeEvents(webhook, 3)));
    const done = deliver(batch, { clock, slowMs: 5 });
    await waiting.passed;
    // Everything else arrives and is logged while the first one still waits for its answer.
    for (const webhook of healthy) {
      while ((await readLog(webhook)).length < 3) await new Promise(setImmediate);
    }
    while (!(await findLane(dead))) await new Promise(setImmediate);
    expect(await findLane(dead)).toMatchObject({ blocked_until: at(15), failures: 0 });
    const next = makeEvents(dead, 2);
    expect(await deliver([messageFor(dead, next)], { clock })).toEqual(DONE);
    expect(idsOf(slow)).not.toContain(next[0]?.id);
    expect((await readLog(dead)).map(({ status }) => status)).toEqual(["pending", "pending"]);
    answered.open();
    expect(await done).toEqual(DONE);
    const statuses = (await readSoundLog(dead)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["delivered", ...Array(4).fill("pending")]);
    // A slow endpoint stays blocked after its answer, so that it does not hold workers all the time.
    expect(await findLane(dead)).toMatchObject({
      due_at: at(15),
      blocked_until: at(15),
      failures: 0,
    });
  });
});

test("exactly the messages of a batch that fail are given back", async () => {
  const webhooks = Array.from({ length: 10 }, () => ({
    reseller_uuid: newUuid(),
    uuid: newUuid(),
  }));
  let failing: typeof webhooks = [];
  onTestFinished(
    interceptRequests((command, input) => {
      const text = JSON.stringify(input);
      const fails = command === "BatchGet" && failing.some(({ uuid }) => text.includes(uuid));
      if (fails) throw new Error("DynamoDB is away");
    }),
  );
  // From none to all of them.
  const tried = runs(2 ** 10);
  for (let count = 0; count < tried; count += 1) {
    const ways = Math.round((count * (2 ** 10 - 1)) / (tried - 1));
    failing = webhooks.filter((_, index) => (ways & (2 ** index)) !== 0);
    const messages = webhooks.map((webhook) =>
      messageFor(webhook, failing.includes(webhook) ? makeEvents(webhook, 1) : []),
    );
    const failed = failing.map((webhook) => `message-${webhooks.indexOf(webhook)}`);
    const { batchItemFailures } = await deliver(messages);
    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(failed);
  }
});

test("messages for one webhook are combined and given back together", async () => {
  const receiver = await startReceiver();
  const [webhook, other] = [await makeWebhookAt(receiver.url), await makeWebhookAt(receiver.url)];
  const events = [makeEvents(webhook, 60), makeEvents(webhook, 60)].map((some) =>
    messageFor(webhook, some),
  );
  const [fine] = makeEvents(other, 1);
  if (!fine) throw new Error("There is no event");
  const messages = [events[0], { events: [] }, events[1], messageFor(other, [fine])];
  const requests: string[] = [];
  let isAway = true;
  onTestFinished(
    interceptRequests((command, input) => {
      // JSON has no numbers as large as the bits of a list.
      if (!inspect(input, { depth: null }).includes(webhook.uuid)) return;
      requests.push(command);
      if (isAway) throw new Error("DynamoDB is away");
    }),
  );
  expect(await deliver(messages)).toEqual({
    batchItemFailures: [1, 0, 2].map((index) => ({ itemIdentifier: `message-${index}` })),
  });
  expect(idsOf(receiver)).toEqual([fine.id]);
  isAway = false;
  requests.length = 0;
  expect(await deliver([events[0], events[1]])).toEqual(DONE);
  // The webhook is read again each second, between the attempts.
  const [first, ...rest] = requests;
  const writes = rest.filter((command) => command !== "BatchGet");
  expect([first, ...writes]).toEqual([
    "BatchGet",
    ...["Update", "Update", "TransactWrite", "TransactWrite"],
  ]);
  const ids = events.flatMap((message) => message.events.map(({ id }) => id));
  expect((await readSoundLog(webhook)).map(({ event_id }) => event_id)).toEqual(ids);
});
