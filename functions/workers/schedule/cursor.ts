import {
  type DueKind,
  ScheduleCursor,
  type TICK,
} from "../../../shared/entities/scheduleCursor.ts";
import { timestamp } from "../../../shared/platform/time.ts";

/** A shard of the due index, or what is enqueued or noted once. */
type CursorKey = { kind: DueKind | "night"; shard: number } | typeof TICK;

/** Up to when everything was enqueued, in seconds since 1970; 0 if nothing was. */
export async function readCursor({ kind, shard }: CursorKey): Promise<number> {
  const { data } = await ScheduleCursor.get({ kind, shard }).go({ consistent: true });
  return data ? Date.parse(data.enqueued_until) / 1000 : 0;
}

/**
 * Writes the time up to which everything was enqueued, in seconds since 1970. It is called after the messages were sent:
 * if a tick is killed in between, the next one sends them again, which changes nothing.
 */
export async function writeCursor({ kind, shard }: CursorKey, seconds: number) {
  const enqueued_until = timestamp(new Date(seconds * 1000));
  await ScheduleCursor.put({ kind, shard, enqueued_until }).go();
}
