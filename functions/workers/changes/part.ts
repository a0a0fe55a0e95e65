import { requireEnv } from "../../../shared/platform/env.ts";
import { withLogFields } from "../../../shared/platform/log.ts";
import { type Outgoing, sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import type { Change } from "../../../shared/webhooks/change.ts";

/**
 * Does one thing that follows from changes; throws if it fails on any of them, and then sees all of them again. It
 * may see a change twice, late, or after a later change of the same record.
 */
export type Part = (changes: Change[], clock: Clock) => Promise<void>;

/** A part that follows each change separately: changes of a record in order, records concurrently. */
export function perRecord(follow: (change: Change) => Promise<void>): Part {
  return async (changes) => {
    const ofRecord = Map.groupBy(changes, ({ entity, reseller_uuid, uuid }) =>
      [entity, reseller_uuid, uuid].join("/"),
    );
    await allOf([...ofRecord.values()], async (inOrder) => {
      for (const change of inOrder) {
        const { event_id, reseller_uuid } = change;
        await withLogFields({ event_id, reseller_uuid }, () => follow(change));
      }
    });
  };
}

/** A part that sends the messages for each change to the queue of this variable. */
export function sending(
  variable: string,
  messagesOf: (change: Change, clock: Clock) => Outgoing[],
): Part {
  return async (changes, clock) => {
    const messages = changes.flatMap((change) => messagesOf(change, clock));
    await sendMessages(requireEnv(variable), messages);
  };
}

/** Does some work for each, waits for all, and throws the first error: nothing goes on in the background. */
export async function allOf<Each>(all: Each[], work: (each: Each) => Promise<void>) {
  const outcomes = await Promise.allSettled(all.map(work));
  const failure = outcomes.find(({ status }) => status === "rejected");
  if (failure?.status === "rejected") throw failure.reason;
}

/** Reads what some uuids identify once, when it is first needed. */
export function readOnce<Uuids extends string[], Result>(
  read: (...uuids: Uuids) => Promise<Result>,
) {
  const results = new Map<string, Promise<Result>>();
  return (...uuids: Uuids) => {
    const key = uuids.join("#");
    const result = results.get(key) ?? read(...uuids);
    results.set(key, result);
    return result;
  };
}
