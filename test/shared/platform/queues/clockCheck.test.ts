import type { SQSEvent } from "aws-lambda";
import { afterEach, expect, test, vi } from "vitest";
import { entryOf } from "../../../../infra/function/entries.ts";
import { withClockCheck } from "../../../../shared/platform/queues/receiveMessages.ts";
import { workers } from "../../../infra/function/scenarios/workers.ts";
import { interceptMessages, interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const clock = { now: () => NOW, sleep: async () => {} };

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Messages with stamps this many milliseconds after now. */
function stamped(name: "SentTimestamp" | "ApproximateFirstReceiveTimestamp", ...later: number[]) {
  const { Records } = sqsEvent(...later);
  for (const [index, { attributes }] of Records.entries()) {
    attributes.ApproximateFirstReceiveTimestamp = String(NOW);
    attributes[name] = String(NOW + (later[index] ?? 0));
  }
  return { Records };
}

/** The lines of the log, without their times. */
function readLog() {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () => write.mock.calls.map(([line]) => JSON.parse(String(line)));
}

test.each(["SentTimestamp", "ApproximateFirstReceiveTimestamp"] as const)(
  "messages whose %s is more than a minute ahead of the clock are given back; the others are handled",
  async (name) => {
    const log = readLog();
    const work = vi.fn(async (_: SQSEvent, more: string) => ({
      batchItemFailures: [{ itemIdentifier: more }],
    }));
    const event = stamped(name, 60_000, 60_001, -5);
    expect(await withClockCheck(work, { clock })(event, "its own")).toEqual({
      batchItemFailures: [{ itemIdentifier: "its own" }, { itemIdentifier: "message-1" }],
    });
    const [first, , third] = event.Records;
    expect(work.mock.calls).toEqual([[{ Records: [first, third] }, "its own"]]);
    const [line, metric] = log();
    const message = "messages are ahead of this worker's clock and were given back";
    expect(line).toMatchObject({ level: "error", message, messages: 1 });
    expect(metric).toMatchObject({ MessagesAhead: 1 });
  },
);

test("messages whose own stamp is ahead are given back", async () => {
  readLog();
  const work = vi.fn(async () => ({ batchItemFailures: [] }));
  const stamps = [NOW / 1000 + 60, NOW / 1000 + 61];
  const stampOf = ({ body }: { body: string }) => stamps[Number(body)];
  expect(await withClockCheck(work, { clock, stampOf })(sqsEventOf(0, 1, 2))).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-1" }],
  });
});

/** Messages that were sent long ago. */
function sqsEventOf(...bodies: unknown[]): SQSEvent {
  const event = sqsEvent(...bodies);
  for (const { attributes } of event.Records) attributes.ApproximateFirstReceiveTimestamp = "0";
  return event;
}

test.each(Object.keys(workers))(
  "%s gives back messages that are ahead, and does nothing else",
  async (name) => {
    const { handler } = await import(entryOf(name));
    readLog();
    const asked = vi.fn();
    const ends = [interceptRequests(asked), interceptMessages(asked)];
    const event = sqsEvent({});
    for (const { attributes } of event.Records) {
      attributes.SentTimestamp = String(Date.now() + 120_000);
    }
    expect(await handler(event, { getRemainingTimeInMillis: () => 60_000 })).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }],
    });
    for (const end of ends) end();
    expect(asked).not.toHaveBeenCalled();
  },
);

test("rounds of a schedule whose clock is ahead are given back", async () => {
  const { handler } = await import("../../../../functions/workers/rounds/index.ts");
  readLog();
  const slot = Math.floor(Date.now() / 1000) + 120;
  const event = sqsEvent({
    rounds: [{ minutes: 5, depth: 0, number: 0, slot, after: slot - 300 }],
  });
  expect(await handler(event)).toEqual({ batchItemFailures: [{ itemIdentifier: "message-0" }] });
});
