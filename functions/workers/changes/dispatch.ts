import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import { requireEnv } from "../../../shared/platform/env.ts";
import { withLogFields } from "../../../shared/platform/log.ts";
import { perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import { sendEach } from "../../../shared/platform/queues/sendMessages.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { type Change, readChange } from "../../../shared/webhooks/change.ts";
import { alerts } from "./alerts.ts";
import { auditLog } from "./auditLog.ts";
import { cleanup } from "./cleanup.ts";
import { events } from "./events.ts";
import { findings } from "./findings.ts";
import { type ChangeName, follows, type PartName } from "./follows.ts";
import { NOT_FOLLOWED, type Part, succeeds } from "./part.ts";
import { search } from "./search.ts";
import { checks, competitors, mail, retries } from "./senders.ts";

/** All parts by name. */
const parts: Readonly<Record<PartName, Part>> = {
  alerts,
  auditLog,
  checks,
  cleanup,
  competitors,
  events,
  findings,
  mail,
  retries,
  search,
};

/** Delay before a record that failed is tried again for the first time. */
const RETRY_SECONDS = 10;

/** A record of the stream, and the parts that still have to follow it. */
interface Task {
  record: DynamoDBRecord;
  parts: string[];
}

/**
 * Passes the changes in the table's stream to the parts that follow them; a part may see a change
 * twice. A record that a part fails on is sent to the function's own queue with the names of the parts
 * that failed, so that it delays no other. It is given back only if that queue can't be reached.
 */
export function changesHandler(clock: Clock) {
  return async (event: DynamoDBStreamEvent | SQSEvent): Promise<DynamoDBBatchResponse> =>
    isFromQueue(event) ? await followAgain(event, clock) : await followFirst(event, clock);
}

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

/** Sends failed tasks to the function's own queue, to be tried again; returns those that it refuses. */
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
 * Follows each message separately. If some of its parts succeed, only the others are put aside again;
 * if none does, the message is given back. A message that is not a task is given back until it becomes
 * a dead letter.
 */
async function followAgain({ Records }: SQSEvent, clock: Clock) {
  const followTask = async ({ body }: SQSRecord) => {
    // A record that an operator sends again after it was lost names no parts.
    const task: Task = { parts: Object.keys(parts), ...JSON.parse(body) };
    const [failed] = await follow([task], clock);
    if (!failed) return;
    const isFewer = failed.parts.length < task.parts.length;
    const isAside = isFewer && (await putAside([failed])).length === 0;
    if (!isAside) throw new Error(`Still not followed: ${failed.parts.join(", ")}`);
  };
  return await perMessage(Records, followTask, NOT_FOLLOWED);
}

/**
 * Passes each record to the parts that its task names, and returns the tasks that failed with the
 * parts that did. A part that this version of the function does not know counts as failed.
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
    const all = [...changes]
      .filter(([change, task]) => task.parts.includes(name) && isFollowed(name, change))
      .map(([change]) => change);
    let failed = all;
    // A part that throws has failed on all of them; the other parts go on.
    await succeeds(async () => {
      failed = await part(all, clock);
    });
    return failed.map((change) => ({ task: changes.get(change), name }));
  });
  const byTask = Map.groupBy((await Promise.all(failures)).flat(), ({ task }) => task);
  for (const task of changes.values()) {
    const names = byTask.get(task)?.map(({ name }) => name) ?? [];
    const unknown = task.parts.filter((name) => !Object.hasOwn(parts, name));
    const remaining = [...new Set([...names, ...unknown])];
    if (remaining.length > 0) failed.push({ ...task, parts: remaining });
  }
  return failed;
}

function isFollowed(part: string, { entity, before, after }: Change): boolean {
  const name = before ? (after ? "MODIFY" : "REMOVE") : "INSERT";
  const followed: Readonly<Record<string, readonly ChangeName[]>> = follows[part as PartName];
  return followed[entity]?.includes(name) ?? false;
}
