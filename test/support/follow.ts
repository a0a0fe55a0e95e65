import { isDeepStrictEqual } from "node:util";
import type { Context, DynamoDBRecord } from "aws-lambda";
import { expect } from "vitest";
import { handler as cleanup } from "../../functions/workers/cleanup/index.ts";
import { interceptMessages } from "./interceptRequests.ts";
import { sqsEvent } from "./messages.ts";
import { followChecks } from "./monitoring.ts";
import { recordStream } from "./recordStream.ts";
import { itemsNaming, type WireItem } from "./snapshot.ts";
import { recordOf } from "./stream.ts";

const DONE = { batchItemFailures: [] };
const RECORDS_A_BATCH = 100;
const MOST_TURNS = 30;

type Items = Map<string, WireItem>;

/**
 * Follows a reseller's changes as the table's stream and the clean-up's queue do; `settle` goes on until nothing
 * changes. Of several changes of a record since the last call, only the outcome is passed on. Messages with a
 * delay come at once. `fromStart` follows what was made before as well.
 */
export async function followReseller(reseller_uuid: string, { fromStart = false } = {}) {
  let before: Items = fromStart ? new Map() : await itemsOf(reseller_uuid);
  const waiting: unknown[] = [];

  /** Passes the changes since the last call to the dispatcher, and then its own; returns how many there were. */
  async function dispatch(): Promise<number> {
    const after = await itemsOf(reseller_uuid);
    const records = differences(before, after);
    before = after;
    if (records.length === 0) return 0;
    await collecting(async () => {
      for (let first = 0; first < records.length; first += RECORDS_A_BATCH) {
        const Records = records.slice(first, first + RECORDS_A_BATCH);
        expect(await followChecks(Records)).toEqual(DONE);
      }
    });
    return records.length + (await dispatch());
  }

  /** Passes each change of some work to the dispatcher, and returns what the stream tells of them. */
  async function follow(work: () => Promise<unknown>) {
    const Records = await recordStream(work);
    before = await itemsOf(reseller_uuid);
    await collecting(async () => expect(await followChecks(Records)).toEqual(DONE));
    return Records;
  }

  /** Keeps the messages to the clean-up that are sent meanwhile. */
  async function collecting(send: () => Promise<void>) {
    const end = interceptMessages((_, { QueueUrl, Entries }) => {
      if (QueueUrl !== process.env["CLEANUP_QUEUE_URL"]) return;
      const bodies = (Entries as { MessageBody: string }[]).map((each) => each.MessageBody);
      waiting.push(...bodies.map((body) => JSON.parse(body)));
    });
    await send();
    end();
  }

  /** Has the clean-up work on the messages that wait, each `times` at once, with this time left. */
  async function work({ remaining = 60_000, times = 1 } = {}): Promise<unknown[]> {
    const messages = waiting.splice(0);
    const context = { getRemainingTimeInMillis: () => remaining } as Context;
    await collecting(async () => {
      for (const message of messages) {
        const workers = Array.from({ length: times }, () => cleanup(sqsEvent(message), context));
        // One of several workers may find that another one was faster: its message is tried again.
        const outcomes = await Promise.all(workers);
        if (times === 1) expect(outcomes).toEqual([DONE]);
      }
    });
    return messages;
  }

  async function settle() {
    for (let turn = 0; turn < MOST_TURNS; turn += 1) {
      if ((await dispatch()) + (await work()).length === 0) return;
    }
    throw new Error(`The changes do not end within ${MOST_TURNS} turns`);
  }

  return { dispatch, follow, work, settle };
}

async function itemsOf(reseller_uuid: string): Promise<Items> {
  const items = await itemsNaming(reseller_uuid);
  return new Map(items.map((item) => [`${item["pk"]?.S} ${item["sk"]?.S}`, item]));
}

function differences(before: Items, after: Items): DynamoDBRecord[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].flatMap((key) => {
    const images = { before: before.get(key), after: after.get(key) };
    return isDeepStrictEqual(images.before, images.after) ? [] : recordOf(images);
  });
}
