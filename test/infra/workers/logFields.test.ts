import type { Context } from "aws-lambda";
import { afterEach, describe, expect, it, vi } from "vitest";
import { entryOf } from "../../../infra/function/entries.ts";
import { followersOf, synthesize, workersOf } from "../../support/stack.ts";

const template = synthesize();

afterEach(() => {
  vi.restoreAllMocks();
});

describe("each line that is logged about a message has its id", () => {
  it.each(workersOf(template))("in %s", async (worker) => {
    const Records = ["a", "b"].map((messageId) => ({
      messageId,
      body: "no JSON",
      attributes: { ApproximateReceiveCount: "1" },
    }));
    const { answer, lines } = await run(worker, { Records });
    const ids = new Set(lines.map(({ message_id }) => message_id));
    expect([...ids].toSorted()).toEqual(["a", "b"]);
    expect(answer).toEqual({
      batchItemFailures: [{ itemIdentifier: "a" }, { itemIdentifier: "b" }],
    });
  });
});

describe("each line that is logged about a record of the stream has its id", () => {
  it.each(followersOf(template))("in %s", async (follower) => {
    // What can't be read; and what belongs to nobody, which its parts fail on.
    const unreadable = { NewImage: { uuid: { X: "" } }, SequenceNumber: "1" };
    const foreign = { OldImage: { __edb_e__: { S: "website" } }, SequenceNumber: "2" };
    const { lines } = await run(follower, {
      Records: [
        { eventID: "a", dynamodb: unreadable },
        { eventID: "b", dynamodb: foreign },
      ],
    });
    expect(lines.length).toBeGreaterThan(0);
    for (const { event_id, event_ids } of lines) {
      expect([event_id, event_ids].flat().filter(Boolean).length).toBeGreaterThan(0);
    }
    expect(lines).toContainEqual(expect.objectContaining({ event_id: "a" }));
  });
});

/** What a function answers, and the lines that it writes meanwhile. */
async function run(folder: string, event: unknown) {
  const { handler } = await import(entryOf(folder));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  const answer: unknown = await handler(event, context);
  const written = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  return { answer, lines: written.filter(({ level }) => level) };
}
