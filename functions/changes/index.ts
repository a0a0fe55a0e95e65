import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSEvent,
} from "aws-lambda";
import { requireEnv } from "../../shared/env.ts";
import { type Change, readChange } from "../../shared/events/change.ts";
import { withLogFields } from "../../shared/log.ts";
import { perMessage } from "../../shared/queues/perMessage.ts";
import { sendEach } from "../../shared/queues/sendMessages.ts";
import { type Clock, systemClock } from "../../shared/time.ts";
import { checks } from "./checks.ts";
import { cleanup } from "./cleanup.ts";
import { counts } from "./counts.ts";
import { events } from "./events.ts";
import { lanes } from "./lanes.ts";
import { mail } from "./mail.ts";
import { type Part, succeeds } from "./part.ts";
import { subscriptions } from "./subscriptions.ts";

/** Everything that follows from a change of the table. */
const parts: Readonly<Record<string, Part>> = {
  checks,
  cleanup,
  counts,
  events,
  lanes,
  mail,
  subscriptions,
};

/** After so long a record that failed is tried again for the first time. */
const RETRY_SECONDS = 10;

/** A record of the stream, and the parts that have yet to follow it. */
interface Task {
  record: DynamoDBRecord;
  parts: string[];
}

/**
 * Follows the changes of the table, by its stream, in all parts; each may see a change twice. A
 * record that a part fails on goes to a queue of the function's own, with the names of the parts
 * that failed, so that it holds up no other; it is given back only where that queue can't be reached.
 */
export function changesHandler(clock: Clock) {
  return async (event: DynamoDBStreamEvent | SQSEvent): Promise<DynamoDBBatchResponse> =>
    isFromQueue(event) ? await followAgain(event, clock) : await followFirst(event, clock);
}

export const handler = changesHandler(systemClock);

function isFromQueue(event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent {
  return event.Records.some((record) => "body" in record);
}

async function followFirst({ Records }: DynamoDBStreamEvent, clock: Clock) {
  const all = Object.keys(parts);
  const failed = await follow(
    Records.map((record) => ({ record, parts: all })),
    clock,
  );
  if (failed.length === 0) return { batchItemFailures: [] };
  const refused = await putAside(failed);
  return {
    batchItemFailures: refused.map(({ record }) => ({
      itemIdentifier: record.dynamodb?.SequenceNumber ?? "",
    })),
  };
}

/** Has what failed tried again, by the function's own queue; returns what that does not take. */
async function putAside(failed: Task[]): Promise<Task[]> {
  const byMessage = new Map(
    failed.map((task) => [{ message: task, delaySeconds: RETRY_SECONDS }, task]),
  );
  const event_ids = failed.map(({ record }) => record.eventID);
  const refused = await withLogFields({ event_ids }, () =>
    sendEach(requireEnv("CHANGES_QUEUE_URL"), [...byMessage.keys()]),
  );
  return [...byMessage].flatMap(([message, task]) => (refused.includes(message) ? task : []));
}

/**
 * Each message by itself. Of one whose parts have failed in part, those are put aside anew, so that
 * what was done is not done again; where nothing was done it is given back. So is one that is no task
 * of ours, and ends as a dead letter.
 */
async function followAgain({ Records }: SQSEvent, clock: Clock) {
  const failed = await perMessage(Records, async ({ messageId, body }) => {
    const done = await succeeds(async () => {
      // Without parts it is one that was lost whole, and comes by an operator's command.
      const task: Task = { parts: Object.keys(parts), ...JSON.parse(body) };
      const [failed] = await follow([task], clock);
      if (!failed) return;
      const isFewer = failed.parts.length < task.parts.length;
      const isAside = isFewer && (await putAside([failed])).length === 0;
      if (!isAside) throw new Error(`Still not followed: ${failed.parts.join(", ")}`);
    });
    return done ? [] : [{ itemIdentifier: messageId }];
  });
  return { batchItemFailures: failed.flat() };
}

/**
 * Follows each record in the parts that it names, and returns those that failed, with the parts that
 * did. A part that only another version of the function knows has failed.
 */
async function follow(tasks: Task[], clock: Clock): Promise<Task[]> {
  const changes = new Map<Change, Task>();
  const failed: Task[] = [];
  for (const task of tasks) {
    const isRead = await withLogFields({ event_id: task.record.eventID }, () =>
      succeeds(async () => changes.set(readChange(task.record), task)),
    );
    if (!isRead) failed.push(task);
  }
  const failures = Object.entries(parts).map(async ([name, part]) => {
    const wanted = [...changes].filter(([, task]) => task.parts.includes(name));
    const all = wanted.map(([change]) => change);
    let failed = all;
    // A part that throws has failed on all of them, and keeps no other from following.
    await succeeds(async () => {
      failed = await part(all, clock);
    });
    return failed.map((change) => ({ task: changes.get(change), name }));
  });
  const byTask = Map.groupBy((await Promise.all(failures)).flat(), ({ task }) => task);
  for (const task of changes.values()) {
    const names = byTask.get(task)?.map(({ name }) => name) ?? [];
    const unknown = task.parts.filter((name) => !Object.hasOwn(parts, name));
    const left = [...new Set([...names, ...unknown])];
    if (left.length > 0) failed.push({ ...task, parts: left });
  }
  return failed;
}
