import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import {
  Check,
  type CheckKind,
  type CheckRecord,
  checkKinds,
} from "../../shared/entities/check.ts";
import { batchDelete, batchGet, lookup } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";

/** A check that is due, by its website's uuid. */
const dueCheck = z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() });
const message = z.object({ checks: z.array(dueCheck) });

/** A check that is due, as messages name it. */
export type DueCheck = z.infer<typeof dueCheck>;

/** The checks that a message names; throws if the message has another form. */
export function dueIn({ body }: SQSRecord): DueCheck[] {
  return message.parse(JSON.parse(body)).checks;
}

/**
 * The checks that are still due, each once. A check that was done after it was enqueued, because its
 * message was delivered twice, is due at another time.
 */
export async function findStillDue<Kind extends CheckKind>(
  kind: Kind,
  due: DueCheck[],
): Promise<CheckRecord<Kind>[]> {
  // A late message and a new one may name the same website, and DynamoDB refuses the same key twice.
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

/** A website's check of a kind; undefined if the website was deleted, or has only just been created. */
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

/** Removes the checks of a deleted website. */
export async function forgetChecks({ reseller_uuid, uuid }: OwnedKey) {
  const keys = checkKinds.map((kind) => ({ reseller_uuid, uuid, kind }));
  await batchDelete(Check, keys);
}
