import { requireEnv } from "../../../shared/platform/env.ts";
import { withLogFields } from "../../../shared/platform/log.ts";
import { logRetried } from "../../../shared/platform/queues/receiveMessages.ts";
import { type Outgoing, sendEach } from "../../../shared/platform/queues/sendMessages.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import type { Change } from "../../../shared/webhooks/change.ts";

/**
 * Does one thing that follows from changes, and returns those that it failed on. It may see a change
 * twice, late, or after a later change of the same record.
 */
export type Part = (changes: Change[], clock: Clock) => Promise<Change[]>;

/** A part that follows each change separately: changes of a record in order, records concurrently. */
export function perRecord(follow: (change: Change) => Promise<void>): Part {
  return async (changes) => {
    const ofRecord = Map.groupBy(changes, ({ entity, reseller_uuid, uuid }) =>
      [entity, reseller_uuid, uuid].join("/"),
    );
    const failed = [...ofRecord.values()].map(async (inOrder) => {
      const failures: Change[] = [];
      for (const change of inOrder) {
        const { event_id, reseller_uuid } = change;
        const isDone = await withLogFields({ event_id, reseller_uuid }, () =>
          succeeds(() => follow(change)),
        );
        if (!isDone) failures.push(change);
      }
      return failures;
    });
    return (await Promise.all(failed)).flat();
  };
}

/** A message, and the changes that caused it. */
export interface Parcel {
  outgoing: Outgoing;
  changes: Change[];
}

/** A part that sends the messages for each change to the queue of this variable. */
export function sending(
  variable: string,
  messagesOf: (change: Change, clock: Clock) => Outgoing[],
): Part {
  return async (changes, clock) => {
    const parcels = changes.flatMap((change) =>
      messagesOf(change, clock).map((outgoing) => ({ outgoing, changes: [change] })),
    );
    return await sendParcels(variable, parcels);
  };
}

/** Sends messages to the queue of this variable; returns the changes of those that it refuses. */
export async function sendParcels(variable: string, parcels: Parcel[]): Promise<Change[]> {
  const changesOf = new Map(parcels.map(({ outgoing, changes }) => [outgoing, changes]));
  const event_ids = [...new Set(parcels.flatMap(({ changes }) => changes.map(idOf)))];
  const refused = await withLogFields({ event_ids }, () =>
    sendEach(requireEnv(variable), [...changesOf.keys()]),
  );
  return refused.flatMap((outgoing) => changesOf.get(outgoing) ?? []);
}

function idOf({ event_id }: Change) {
  return event_id;
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

/** What is logged of a change that was not followed. */
export const NOT_FOLLOWED = "a change was not followed and will be tried again";

/** Whether some work succeeded; errors are logged. */
export async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    logRetried(NOT_FOLLOWED, error);
    return false;
  }
}
