import {
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
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
