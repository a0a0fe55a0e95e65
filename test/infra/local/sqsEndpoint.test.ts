import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { MessageStore } from "../../../infra/local/queues/messageStore.ts";
import { openQueues } from "../../../infra/local/queues/sqsEndpoint.ts";
import { makeDirectory } from "./support.ts";

let store: MessageStore;
let endpoint: Awaited<ReturnType<typeof openQueues>>;

beforeEach(async () => {
  const deadLetters = { queue: "audits-dead", maximumReceives: 3 };
  const queueConsumers = [{ queue: "audits", deadLetters }];
  endpoint = await openQueues(makeDirectory(), { queueConsumers });
  store = endpoint.store;
  onTestFinished(endpoint.close);
});

function makeClient() {
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new SQSClient({ endpoint: endpoint.url, region: "local", credentials });
  onTestFinished(() => client.destroy());
  return client;
}

const bodies = () => store.receive("audits", 20, 1000).map(({ body }) => body);

describe("the local SQS", () => {
  test("takes what the AWS SDK sends", async () => {
    const QueueUrl = endpoint.queueUrl("audits");
    const client = makeClient();
    const { Successful, Failed } = await client.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: "one", MessageBody: '{"number":1}' },
          { Id: "two", MessageBody: "zwölf € 😀" },
        ],
      }),
    );
    expect({ sent: Successful?.map(({ Id }) => Id), Failed }).toEqual({
      sent: ["one", "two"],
      Failed: [],
    });
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: "three" }));
    await client.send(new SendMessageCommand({ QueueUrl, MessageBody: "late", DelaySeconds: 900 }));
    expect(bodies().toSorted()).toEqual(["three", "zwölf € 😀", '{"number":1}'].toSorted());
    expect(store.depth("audits")).toEqual({ visible: 0, hidden: 4 });
  });

  test("answers 500 when it can't keep a message, which makes the SDK try again", async () => {
    vi.spyOn(store, "send").mockImplementationOnce(() => {
      throw new Error("database is locked");
    });
    const QueueUrl = endpoint.queueUrl("audits");
    const sent = await makeClient().send(new SendMessageCommand({ QueueUrl, MessageBody: "one" }));
    expect(sent.$metadata.attempts).toBe(2);
    expect(bodies()).toEqual(["one"]);
  });

  test("delivers a message until it is deleted, but not while another receiver has it", async () => {
    const client = makeClient();
    const QueueUrl = endpoint.queueUrl("audits-dead");
    const receive = async (MaxNumberOfMessages = 10) => {
      const input = { QueueUrl, MaxNumberOfMessages, VisibilityTimeout: 60 };
      return (await client.send(new ReceiveMessageCommand(input))).Messages ?? [];
    };
    const before = Date.now();
    for (const body of ["one", "zwölf € 😀", "three"]) store.send("audits-dead", body);
    const [first, ...none] = await receive(1);
    expect(none).toEqual([]);
    expect(first).toMatchObject({ Body: "one", Attributes: { ApproximateReceiveCount: "1" } });
    expect(Number(first?.Attributes?.SentTimestamp)).toBeGreaterThanOrEqual(before);
    expect((await receive()).map(({ Body }) => Body)).toEqual(["zwölf € 😀", "three"]);
    expect(await receive()).toEqual([]);
    const receipt = { QueueUrl, ReceiptHandle: first?.ReceiptHandle };
    await client.send(new ChangeMessageVisibilityCommand({ ...receipt, VisibilityTimeout: 0 }));
    expect(await receive()).toMatchObject([
      { Body: "one", Attributes: { ApproximateReceiveCount: "2" } },
    ]);
    await client.send(new DeleteMessageCommand(receipt));
    expect(store.depth("audits-dead")).toEqual({ visible: 0, hidden: 2 });
  });

  test("counts what can be received and what can't yet, and knows the queue's ARN", async () => {
    for (const body of ["one", "two", "three"]) store.send("audits-dead", body);
    store.receive("audits-dead", 1, 60_000);
    const input = { QueueUrl: endpoint.queueUrl("audits-dead") };
    const { Attributes } = await makeClient().send(new GetQueueAttributesCommand(input));
    expect(Attributes).toEqual({
      QueueArn: "arn:aws:sqs:local:000000000000:audits-dead",
      ApproximateNumberOfMessages: "2",
      ApproximateNumberOfMessagesNotVisible: "1",
    });
  });

  test("moves dead letters back to their queue, where they are tried as often as new ones", async () => {
    store.send("audits", "one");
    store.receive("audits", 1, 0);
    store.giveUp("audits", { queue: "audits-dead", maximumReceives: 1 });
    store.send("audits-dead", "two");
    const SourceArn = "arn:aws:sqs:local:000000000000:audits-dead";
    await makeClient().send(new StartMessageMoveTaskCommand({ SourceArn }));
    expect(store.depth("audits-dead")).toEqual({ visible: 0, hidden: 0 });
    expect(store.receive("audits", 10, 1000)).toMatchObject([
      { body: "one", receives: 1 },
      { body: "two", receives: 1 },
    ]);
  });
});
