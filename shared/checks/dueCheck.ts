import type { SQSRecord } from "aws-lambda";
import { Check, type CheckKind, type CheckRecord } from "../entities/check.ts";

/** A website whose check is due: what a message to a worker says of it. */
export interface DueCheck {
  reseller_uuid: string;
  /** The website's. */
  uuid: string;
  due_at: string;
}

/** The checks that a message names. */
export function readMessage({ body }: SQSRecord): DueCheck[] {
  return JSON.parse(body).checks;
}

/**
 * The checks of these that are still to be done. One that was done since it was handed out, by
 * another delivery of the same message, is due at another time by now.
 */
export async function findStillDue(kind: CheckKind, due: DueCheck[]): Promise<CheckRecord[]> {
  const keys = due.map(({ reseller_uuid, uuid }) => ({ reseller_uuid, uuid, kind }));
  if (keys.length === 0) return [];
  const { data, unprocessed } = await Check.get(keys).go({ consistent: true });
  if (unprocessed.length > 0) throw new Error(`${unprocessed.length} checks could not be read`);
  const dueAt = new Map(due.map(({ uuid, due_at }) => [uuid, due_at]));
  return data.filter(({ uuid, due_at }) => dueAt.get(uuid) === due_at);
}
