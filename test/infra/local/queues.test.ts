import { join } from "node:path";
import type { SQSEvent } from "aws-lambda";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startQueueConsumers } from "../../../infra/local/queues/consumers.ts";
import { MessageStore } from "../../../infra/local/queues/messageStore.ts";
import type { QueueConsumer } from "../../../infra/local/template.ts";
import { eventually, makeDirectory, report } from "./support.ts";

const VISIBILITY_MS = 60_000;

const CONSUMER: QueueConsumer = {
  queue: "audits",
  functionName: "audit",
  batchSize: 2,
  maximumConcurrency: 2,
  visibilityMs: VISIBILITY_MS,
  deadLetters: { queue: "audits-dead", maximumReceives: 2 },
};

function openStore(file = join(makeDirectory(), "queues.sqlite")) {
  const opened = new MessageStore(file);
  onTestFinished(() => opened.close());
  return opened;
}

/** Lets so much time pass that a message that was received and not deleted is received again. */
function passVisibility() {
  const later = Date.now() + VISIBILITY_MS + 1;
  vi.spyOn(Date, "now").mockReturnValue(later);
  onTestFinished(() => void vi.restoreAllMocks());
}

describe("an event source mapping of a queue", () => {
  let store: MessageStore;

  /** How many messages a queue holds, received ones included. */
  function count(queue: string) {
    const { visible, hidden } = store.depth(queue);
    return visible + hidden;
  }

  beforeEach(() => {
    store = openStore();
    vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
  });

  function consume(
    invoke: (name: string, event: SQSEvent) => Promise<unknown>,
    consumer: Partial<QueueConsumer> = {},
  ) {
    return startQueueConsumers({
      store,
      queueConsumers: [{ ...CONSUMER, ...consumer }],
      report,
      invoke: (name, event) => invoke(name, event as SQSEvent),
    });
  }

  const failing = (...bodies: string[]) => ({
    batchItemFailures: bodies.map((itemIdentifier) => ({ itemIdentifier })),
  });

  test("hands over each message once, in batches, and deletes it", async () => {
    for (const number of [1, 2, 3, 4, 5]) store.send("audits", String(number));
    const seen: string[][] = [];
    const stop = consume(async (name, { Records }) => {
      seen.push([name, ...Records.map(({ body }) => body)]);
    });
    await eventually(() => count("audits") === 0);
    await stop();
    expect(seen).toEqual([
      ["audit", "1", "2"],
      ["audit", "3", "4"],
      ["audit", "5"],
    ]);
  });

  test("has as many batches under way as the stack allows", async () => {
    for (const number of [1, 2, 3, 4, 5]) store.send("audits", String(number));
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let running = 0;
    let most = 0;
    const stop = consume(async () => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
    });
    await eventually(() => running === 2);
    open();
    await eventually(() => count("audits") === 0);
    await stop();
    expect(most).toBe(2);
  });

  test("keeps what failed, and in the end as a dead letter", async () => {
    store.send("audits", "good");
    store.send("audits", "bad");
    let failures = 0;
    const stop = consume(async (_, { Records }) => {
      const bad = Records.filter(({ body }) => body === "bad");
      failures += bad.length;
      return failing(...bad.map(({ messageId }) => messageId));
    });
    await eventually(() => count("audits") === 1);
    passVisibility();
    await eventually(() => failures === 2);
    passVisibility();
    await eventually(() => count("audits-dead") === 1);
    await stop();
    expect(failures).toBe(2);
    expect(count("audits")).toBe(0);
    expect(console.error).toHaveBeenCalledExactlyOnceWith("audit gives up on a message: bad");
    expect(store.receive("audits-dead", 10, 1000)).toMatchObject([{ body: "bad" }]);
  });

  test("keeps the whole batch when the function throws", async () => {
    store.send("audits", "one");
    store.send("audits", "two");
    let calls = 0;
    const stop = consume(async () => {
      calls += 1;
      throw new Error("out of memory");
    });
    await eventually(() => calls === 1);
    await stop();
    expect(count("audits")).toBe(2);
  });

  test("stops when the batch under way is done, and takes no other", async () => {
    for (const number of [1, 2, 3]) store.send("audits", String(number));
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let calls = 0;
    const stop = consume(
      async () => {
        calls += 1;
        await gate;
      },
      { maximumConcurrency: 1 },
    );
    await eventually(() => calls === 1);
    const stopped = stop();
    open();
    await stopped;
    expect({ calls, waiting: count("audits") }).toEqual({ calls: 1, waiting: 1 });
  });
});
