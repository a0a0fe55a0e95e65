import {
  ReceiveMessageCommand,
  StartMessageMoveTaskCommand,
  UnsupportedOperation,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { requireEnv } from "../../../shared/platform/env.ts";
import { queueClient, sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { messagesAbout } from "../../support/messages.ts";
import { refusal, run, TIMESTAMP } from "./run.ts";

// No other test has dead letters.
const QUEUE = "competitorReader";
const DEAD = `DEAD_LETTERS_${QUEUE}`;

/** Marks the messages of a test. */
let mark: string;

beforeEach(async () => {
  await run("dead-letter redrive", { queue: QUEUE });
  mark = newUuid();
});

function giveUp(count: number) {
  const messages = Array.from({ length: count }, (_, number) => ({ message: { mark, number } }));
  return sendMessages(requireEnv(DEAD), messages);
}

const countListed = async () => {
  const queues: { queue: string; messages: number }[] = await run("dead-letter list", {});
  return queues.find(({ queue }) => queue === QUEUE)?.messages;
};

const shown = async (limit?: number) => {
  const messages: { body: string }[] = await run("dead-letter show", { queue: QUEUE, limit });
  return messages.map(({ body }) => JSON.parse(body).number).toSorted((a, b) => a - b);
};

const numbers = (count: number) => Array.from({ length: count }, (_, number) => number);

type Send = (command: unknown) => Promise<unknown>;

/** Answers SQS requests with this, until the returned function is called or the test ends. */
function replaceSend(answer: (command: unknown, send: Send) => Promise<unknown>): () => void {
  const send = queueClient.send.bind(queueClient) as Send;
  const spy = vi
    .spyOn(queueClient, "send")
    .mockImplementation(async (command: unknown) => answer(command, send));
  onTestFinished(() => spy.mockRestore());
  return () => spy.mockRestore();
}

describe("dead-letter list", () => {
  test("counts the messages in each queue", async () => {
    await giveUp(3);
    const queues: { queue: string }[] = await run("dead-letter list", {});
    expect(queues).toContainEqual({ queue: QUEUE, messages: 3 });
    const names = queues.map(({ queue }) => queue);
    expect(names).toEqual(expect.arrayContaining(["audit", "competitorReader", "uptime"]));
    expect(names).toEqual(names.toSorted());
  });
});

describe("dead-letter show", () => {
  test("shows ten messages by default, each once", async () => {
    await giveUp(25);
    expect(await shown()).toHaveLength(10);
    expect(await shown(12)).toHaveLength(12);
    expect(await shown(100)).toEqual(numbers(25));
    const [message] = await run("dead-letter show", { queue: QUEUE, limit: 1 });
    expect(message).toEqual({
      id: expect.any(String),
      sent_at: expect.stringMatching(TIMESTAMP),
      body: expect.stringContaining(mark),
    });
  });

  test("loses no message, and leaves all visible", async () => {
    await giveUp(3);
    for (let times = 0; times < 5; times += 1) expect(await shown(100)).toEqual(numbers(3));
    expect(await countListed()).toBe(3);
  });

  test("releases received messages if SQS fails", async () => {
    await giveUp(25);
    let received = 0;
    const restore = replaceSend(async (command, send) => {
      if (!(command instanceof ReceiveMessageCommand)) return send(command);
      received += 1;
      if (received === 1) return send(command);
      throw new Error("SQS is away");
    });
    await expect(shown(100)).rejects.toThrow("The command failed");
    restore();
    expect(await shown(100)).toEqual(numbers(25));
  });
});

describe("dead-letter redrive", () => {
  test("sends all messages back to the worker, once", async () => {
    await giveUp(25);
    expect(await run("dead-letter redrive", { queue: QUEUE })).toEqual({
      queue: QUEUE,
      messages: 25,
    });
    expect(await countListed()).toBe(0);
    expect(messagesAbout("COMPETITOR_QUEUE_URL", mark)).toEqual(
      numbers(25).map((number) => ({ mark, number })),
    );
    expect(await run("dead-letter redrive", { queue: QUEUE })).toEqual({
      queue: QUEUE,
      messages: 0,
    });
  });

  test("refuses while SQS is moving the messages", async () => {
    replaceSend((command, send) => {
      if (!(command instanceof StartMessageMoveTaskCommand)) return send(command);
      throw new UnsupportedOperation({ message: "A task is already running.", $metadata: {} });
    });
    expect(await refusal("dead-letter redrive", { queue: QUEUE })).toBe(
      "The dead letters of competitorReader are being sent back already.",
    );
  });
});
