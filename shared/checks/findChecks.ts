import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { Check, type CheckKind, type CheckRecord } from "../entities/check.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { batchGet, lookup } from "../table/batch.ts";

/** A website whose check is due, by the website's uuid. */
const dueCheck = z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() });
const message = z.object({ checks: z.array(dueCheck), is_first: z.optional(z.boolean()) });

/** What a message to a worker says of a website whose check is due. */
export type DueCheck = z.infer<typeof dueCheck>;

/** The checks that a message names; throws when it is none of ours. */
export function readMessage({ body }: SQSRecord): DueCheck[] {
  return message.parse(JSON.parse(body)).checks;
}

/** Whether a message says that its checks come before those of others; false when it is none of ours. */
export function comesFirst({ body }: SQSRecord): boolean {
  try {
    return message.parse(JSON.parse(body)).is_first === true;
  } catch {
    return false;
  }
}

/**
 * The checks of these that are still to be done, each once. One that was done since it was
 * enqueued, by another delivery of the same message, is due at another time by now.
 */
export async function findStillDue<Kind extends CheckKind>(
  kind: Kind,
  due: DueCheck[],
): Promise<CheckRecord<Kind>[]> {
  // A late message and a new one may name the same website: DynamoDB refuses the same key twice.
  const keys = new Map(
    due.map(({ reseller_uuid, uuid }) => [uuid, { reseller_uuid, uuid, kind }] as const),
  );
  if (keys.size === 0) return [];
  const found = await batchGet(
    ...[...keys.values()].map((key) => lookup<CheckRecord<Kind>>(Check, key)),
  );
  const wanted = new Set(due.map(momentOf));
  return found.flatMap((check) => (check && wanted.has(momentOf(check)) ? check : []));
}

/** A website's check of a kind; undefined when the website is gone, or only just there. */
export async function findCheck<Kind extends CheckKind>(
  { reseller_uuid, uuid }: OwnedKey,
  kind: Kind,
  { consistent = true } = {},
): Promise<CheckRecord<Kind> | undefined> {
  const { data } = await Check.get({ reseller_uuid, uuid, kind }).go({ consistent });
  return (data as CheckRecord<Kind> | null) ?? undefined;
}

/** All checks of a website. */
export async function findChecks({ reseller_uuid, uuid }: OwnedKey): Promise<CheckRecord[]> {
  const { data } = await Check.query.ofWebsite({ reseller_uuid, uuid }).go({ consistent: true });
  return data as CheckRecord[];
}

function momentOf({ uuid, due_at }: Pick<DueCheck, "uuid" | "due_at">): string {
  return `${uuid} ${due_at}`;
}
