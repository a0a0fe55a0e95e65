import type { DynamoDBRecord } from "aws-lambda";
import { describe, expect, test, vi } from "vitest";
import { deliver, type StreamConsumer } from "../../../infra/local/streams/delivery.ts";
import { report } from "./support.ts";

const consumer: StreamConsumer = {
  functionName: "cleanup",
  batchSize: 4,
  maximumRetries: undefined,
  reportsFailures: true,
  patterns: [],
};

const record = (number: string): DynamoDBRecord => ({ dynamodb: { SequenceNumber: number } });
const numbersOf = (records: DynamoDBRecord[]) =>
  records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? "").join("");

/** Delivers the records 1 to 6; `answer` gets the numbers of each call. */
async function deliverSix(
  answer: (numbers: string, call: number) => unknown,
  settings: Partial<StreamConsumer> = {},
) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const stop = new AbortController();
  const calls: string[] = [];
  const done: string[] = [];
  await deliver([..."123456"].map(record), {
    consumer: { ...consumer, ...settings },
    report,
    signal: stop.signal,
    done: (last) => done.push(numbersOf([last])),
    invoke: async (_, event) => {
      const numbers = numbersOf((event as { Records: DynamoDBRecord[] }).Records);
      calls.push(numbers);
      const result = answer(numbers, calls.length);
      if (result === "stop") stop.abort();
      return result;
    },
  });
  return { calls, done };
}

const failed = (...numbers: string[]) => ({
  batchItemFailures: numbers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe("deliver", () => {
  test("hands over batches in order and notes how far it came", async () => {
    const { calls, done } = await deliverSix(() => ({ batchItemFailures: [] }));
    expect(calls).toEqual(["1234", "56"]);
    expect(done).toEqual(["4", "6"]);
  });

  test("goes on at the first record that failed", async () => {
    const { calls, done } = await deliverSix((_, call) =>
      call === 1 ? failed("4", "3") : failed(),
    );
    expect(calls).toEqual(["1234", "34", "56"]);
    expect(done).toEqual(["2", "4", "6"]);
  });

  test("repeats a batch whose function threw, in halves", async () => {
    const { calls, done } = await deliverSix((_, call) => {
      if (call === 1) throw new Error("no");
      return failed();
    });
    expect(calls).toEqual(["1234", "12", "3456"]);
    expect(done).toEqual(["2", "6"]);
  });

  test("repeats a batch for an identifier that names none of its records", async () => {
    const { calls } = await deliverSix((_, call) => (call === 1 ? failed("99") : failed()));
    expect(calls).toEqual(["1234", "12", "3456"]);
  });

  test("gives up on one record alone after the last retry, and says so", async () => {
    const { calls, done } = await deliverSix(
      (numbers) => (numbers.includes("2") ? failed("2") : failed()),
      { maximumRetries: 1 },
    );
    expect(calls).toEqual(["1234", "23", "2", "3456"]);
    expect(done).toEqual(["1", "2", "6"]);
    expect(console.error).toHaveBeenCalledWith(
      "cleanup gives up on a record:",
      expect.stringContaining('"2"'),
    );
  });

  test("stops when it is told to, and leaves the rest undone", async () => {
    const { calls, done } = await deliverSix(() => "stop");
    expect(calls).toEqual(["1234"]);
    expect(done).toEqual(["4"]);
  });
});
