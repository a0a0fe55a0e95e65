import { expect, test } from "vitest";
import {
  DONE,
  deliver,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  runRetries,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

type Behaviour = Parameters<typeof startReceiver>[0];

/** Faults of receivers; each runs before the receiver accepts an event. */
const FAULTS: Record<string, NonNullable<Behaviour>> = {
  "answers 500": (_, response) => response.writeHead(500).end(),
  "answers 429": (_, response) => response.writeHead(429, { "retry-after": "30" }).end(),
  redirects: (_, response) => response.writeHead(307, { location: "/" }).end(),
  hangs: () => {},
  resets: (_, __, request) => request.socket.resetAndDestroy(),
  "closes early": (_, response, request) => {
    response.writeHead(500, { "content-length": "10" }).write("half");
    request.socket.end();
  },
  "sends 100 MB": (_, response) => {
    response.writeHead(500);
    const chunk = Buffer.alloc(1_000_000, "x");
    let left = 100;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) return void response.once("drain", write);
      }
      response.end();
    };
    write();
  },
};

test.each(Object.entries(FAULTS))(
  "an endpoint that %s gets every event once it takes them",
  async (_, misbehave) => {
    let isWell = false;
    const taken = new Set<string>();
    const receiver = await startReceiver((received, response, request) => {
      if (!isWell) return misbehave(received, response, request);
      taken.add(received.id);
      response.writeHead(204).end();
    });
    const webhook = await makeWebhookAt(receiver.url);
    const clock = standingClock();
    const events = makeEvents(webhook, 12);
    const settings = { clock, timeoutMs: 300 };
    expect(await deliver([messageFor(webhook, events)], settings)).toEqual(DONE);
    const log = await readLog(webhook);
    expect(log.every(({ status }) => status === "pending")).toBe(true);
    isWell = true;
    // From here on, attempts wait for each answer.
    await runRetries(webhook, { clock });
    expect([...taken].toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    const after = await readLog(webhook);
    expect(after.every(({ status }) => status === "delivered")).toBe(true);
  },
);

test("an endpoint with all of these faults at random gets every event", async () => {
  const faults = Object.values(FAULTS);
  // A generator of numbers that are the same in each run (Park and Miller).
  let seed = 42;
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const taken = new Set<string>();
  const receiver = await startReceiver((received, response, request) => {
    const fault = random() < 0.4 ? faults[Math.floor(random() * faults.length)] : undefined;
    if (fault) return fault(received, response, request);
    taken.add(received.id);
    response.writeHead(204).end();
  });
  const webhook = await makeWebhookAt(receiver.url);
  const clock = standingClock();
  const settings = { clock, timeoutMs: 300, slowMs: 50 };
  const sent: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const events = makeEvents(webhook, 8);
    sent.push(...events.map(({ id }) => id));
    expect(await deliver([messageFor(webhook, events)], settings)).toEqual(DONE);
    clock.advance(20);
  }
  await runRetries(webhook, settings);
  expect([...taken].toSorted()).toEqual(sent.toSorted());
  expect(idsOf(receiver)).toEqual(sent.toSorted());
  const log = await readLog(webhook);
  expect(log.every(({ status }) => status === "delivered")).toBe(true);
});
