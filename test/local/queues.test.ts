import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type QueueConsumer, startQueueConsumers } from "../../infra/local/queues/consumers.ts";
import { MessageStore } from "../../infra/local/queues/messageStore.ts";
import { startSqsEndpoint } from "../../infra/local/queues/sqsEndpoint.ts";

const CONSUMER: QueueConsumer = {
  queue: "audits",
  functionName: "audit",
  batchSize: 2,
  maximumConcurrency: 2,
  visibilityMs: 60_000,
  deadLetters: { queue: "audits-dead", maximumReceives: 2 },
};

let folder: string;
let store: MessageStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "queues-"));
  store = new MessageStore(join(folder, "queues.sqlite"));
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

describe("the local SQS", () => {
  test("takes what the AWS SDK sends, and another process finds it", async () => {
    const endpoint = await startSqsEndpoint(store);
    const client = new SQSClient({
      region: "local",
      credentials: { accessKeyId: "a", secretAccessKey: "b" },
    });
    const { Successful } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl: endpoint.queueUrl("audits"),
        Entries: [
          { Id: "one", MessageBody: '{"number":1}' },
          { Id: "two", MessageBody: "zwölf € 😀" },
        ],
      }),
    );
    expect(Successful?.map(({ Id }) => Id)).toEqual(["one", "two"]);
    client.destroy();
    await endpoint.close();

    const other = new MessageStore(join(folder, "queues.sqlite"));
    expect(
      other
        .receive("audits", 10, 1000)
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(["zwölf € 😀", '{"number":1}'].toSorted());
    other.close();
  });

  test("hides a received message until it is given back or recovered", () => {
    store.send("audits", "one");
    const [message] = store.receive("audits", 10, 60_000);
    expect(message).toMatchObject({ body: "one", receives: 1 });
    expect(store.receive("audits", 10, 60_000)).toEqual([]);
    store.recover();
    expect(store.receive("audits", 10, 60_000)).toMatchObject([{ body: "one", receives: 2 }]);
  });
});

describe("an event source mapping of a queue", () => {
  function consume(invoke: (name: string, event: SQSEvent) => Promise<unknown>) {
    return startQueueConsumers({
      store,
      consumers: [CONSUMER],
      invoke: (name, event) => invoke(name, event as SQSEvent),
    });
  }

  test("hands over each message once, in batches, and deletes it", async () => {
    for (const number of [1, 2, 3, 4, 5]) store.send("audits", String(number));
    const seen: string[][] = [];
    const stop = consume(async (name, { Records }) => {
      seen.push([name, ...Records.map(({ body }) => body)]);
    });
    await vi.waitUntil(() => store.count("audits") === 0);
    await stop();
    expect(seen).toEqual([
      ["audit", "1", "2"],
      ["audit", "3", "4"],
      ["audit", "5"],
    ]);
  });

  test("gives back only what failed, and in the end to the dead letters", async () => {
    store.send("audits", "good");
    store.send("audits", "bad");
    const stop = consume(async (_, { Records }) => {
      const bad = Records.filter(({ body }) => body === "bad");
      return { batchItemFailures: bad.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await vi.waitUntil(() => {
      // As if the pause before the next attempt had passed.
      store.recover();
      return store.count("audits-dead") === 1;
    });
    await stop();
    expect(store.receive("audits-dead", 10, 1000)).toMatchObject([{ body: "bad" }]);
    expect(store.count("audits")).toBe(0);
  });

  test("gives back the whole batch when the function throws", async () => {
    store.send("audits", "one");
    let calls = 0;
    const stop = consume(async () => {
      calls += 1;
      throw new Error("out of memory");
    });
    await vi.waitUntil(() => calls === 1);
    await stop();
    expect(store.count("audits")).toBe(1);
  });
});
