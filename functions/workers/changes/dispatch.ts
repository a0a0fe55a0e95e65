import type {
  DynamoDBBatchResponse,
  DynamoDBRecord,
  DynamoDBStreamEvent,
  SQSEvent,
  SQSRecord,
} from "aws-lambda";
import { requireEnv } from "../../../shared/platform/env.ts";
import { withLogFields } from "../../../shared/platform/log.ts";
import { logRetried, perMessage } from "../../../shared/platform/queues/receiveMessages.ts";
import { sendEach } from "../../../shared/platform/queues/sendMessages.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { type Change, readChange } from "../../../shared/webhooks/change.ts";
import { alerts } from "./alerts.ts";
import { auditLog } from "./auditLog.ts";
import { cleanup } from "./cleanup.ts";
import { events } from "./events.ts";
import { findings } from "./findings.ts";
import { type ChangeName, follows, type PartName } from "./follows.ts";
import type { Part } from "./part.ts";
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
/** What is logged of changes that were not followed. */
const NOT_FOLLOWED = "changes were not followed and will be tried again";

/** A record of the stream, and the part that still has to follow it; all of them if none is named. */
interface Task {
  record: DynamoDBRecord;
  part?: string;
}

/**
 * Passes the changes in the table's stream to the parts that follow them; a part may see a change
 * twice. The records of a part that fails are sent to the function's own queue, so that they delay no
 * others. They are given back only if that queue can't be reached.
 */
export function changesHandler(clock: Clock) {
  return async (event: DynamoDBStreamEvent | SQSEvent): Promise<DynamoDBBatchResponse> =>
    isFromQueue(event) ? await followAgain(event, clock) : await followFirst(event, clock);
}

function isFromQueue(event: DynamoDBStreamEvent | SQSEvent): event is SQSEvent {
  return event.Records.some((record) => "body" in record);
}

async function followFirst({ Records }: DynamoDBStreamEvent, clock: Clock) {
  const refused = await putAside(await follow(Records, Object.keys(parts), clock));
  return {
    batchItemFailures: [...new Set(refused.map(({ record }) => record))].map(({ dynamodb }) => ({
      itemIdentifier: dynamodb?.SequenceNumber ?? "",
    })),
  };
}

/** Sends failed tasks to the function's own queue, to be tried again; returns those that it refuses. */
async function putAside(failed: Task[]): Promise<Task[]> {
  if (failed.length === 0) return [];
  const messages = failed.map((message) => ({ message, delaySeconds: RETRY_SECONDS }));
  const refused = await sendEach(requireEnv("CHANGES_QUEUE_URL"), messages);
  return refused.map(({ message }) => message as Task);
}

/**
 * Follows each message separately. One that fails is given back until it becomes a dead letter; of one for all parts,
 * only the parts that failed are done again.
 */
async function followAgain({ Records }: SQSEvent, clock: Clock) {
  const followTask = async ({ body }: SQSRecord) => {
    const { record, part }: Task = JSON.parse(body);
    if (part && !Object.hasOwn(parts, part))
      throw new Error(`Another version has the part ${part}`);
    const failed = await follow([record], part ? [part] : Object.keys(parts), clock);
    const isDivided = failed.some((task) => task.part !== part);
    const remaining = isDivided ? await putAside(failed) : failed;
    if (remaining.length > 0) throw new Error("Still not followed");
  };
  return await perMessage(Records, followTask, NOT_FOLLOWED);
}

/** Passes records to these parts, and returns what is left to do: for a part that fails, all of its records. */
async function follow(records: DynamoDBRecord[], names: string[], clock: Clock): Promise<Task[]> {
  const changes = new Map<Change, DynamoDBRecord>();
  const unread: Task[] = [];
  for (const record of records) {
    const isRead = await succeeds({ event_id: record.eventID }, async () => {
      changes.set(readChange(record), record);
    });
    if (!isRead) unread.push({ record });
  }
  const failed = names.map(async (name) => {
    const own = [...changes].filter(([change]) => isFollowed(name, change));
    if (own.length === 0) return [];
    const isDone = await succeeds({ part: name }, () =>
      parts[name as PartName](
        own.map(([change]) => change),
        clock,
      ),
    );
    return isDone ? [] : own.map(([, record]) => ({ record, part: name }));
  });
  return [...unread, ...(await Promise.all(failed)).flat()];
}

/** Whether some work succeeded; errors are logged. */
async function succeeds(fields: object, work: () => Promise<void>): Promise<boolean> {
  return await withLogFields({ ...fields }, async () => {
    try {
      await work();
      return true;
    } catch (error) {
      logRetried(NOT_FOLLOWED, error);
      return false;
    }
  });
}

function isFollowed(part: string, { entity, before, after }: Change): boolean {
  const name = before ? (after ? "MODIFY" : "REMOVE") : "INSERT";
  const followed: Readonly<Record<string, readonly ChangeName[]>> = follows[part as PartName];
  return followed[entity]?.includes(name) ?? false;
}
