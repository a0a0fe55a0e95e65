import { afterEach, expect, test, vi } from "vitest";
import { Overloaded, TooBusy } from "../../../../shared/platform/errors.ts";
import {
  countingFailedCalls,
  perMessage,
} from "../../../../shared/platform/queues/receiveMessages.ts";
import { sqsEvent } from "../../../support/messages.ts";

afterEach(() => void vi.restoreAllMocks());

test.each([
  { failed: 2, counted: 1 },
  { failed: 1, counted: 0 },
  { failed: 0, counted: 0 },
])("a call that gives back $failed of 2 messages counts $counted times as failed", async (call) => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const event = sqsEvent(1, 2);
  const batchItemFailures = event.Records.slice(0, call.failed).map(({ messageId }) => ({
    itemIdentifier: messageId,
  }));
  const answer = { batchItemFailures };
  expect(await countingFailedCalls(async () => answer)(event)).toBe(answer);
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines.filter(({ FailedCalls }) => FailedCalls === 1)).toHaveLength(call.counted);
});

test.each([
  ["a conflict", new TooBusy(), "warn"],
  ["an unavailable service", new Error("wrapped", { cause: new Overloaded() }), "warn"],
  ["a fault", new Error("a mistake of our own"), "error"],
])(
  "%s gives a message back with a log line of the level that it deserves",
  async (_, error, level) => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const work = () => Promise.reject(error);
    expect(await perMessage(sqsEvent(1).Records, work, "it failed")).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }],
    });
    const [[line] = []] = write.mock.calls;
    expect(JSON.parse(String(line))).toMatchObject({ level, message: "it failed" });
  },
);
