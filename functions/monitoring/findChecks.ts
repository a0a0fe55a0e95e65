import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { Check, type CheckRecord } from "../../shared/entities/check.ts";
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
export async function findStillDue(due: DueCheck[]): Promise<CheckRecord[]> {
  // A late message and a new one may name the same website, and DynamoDB refuses the same key twice.
  const keys = new Map(
    due.map(({ reseller_uuid, uuid }) => [uuid, { reseller_uuid, uuid, kind: "audit" }] as const),
  );
  if (keys.size === 0) return [];
  const found = await batchGet(...[...keys.values()].map((key) => lookup<CheckRecord>(Check, key)));
  const wanted = new Set(due.map(momentOf));
  return found.flatMap((check) => (check && wanted.has(momentOf(check)) ? check : []));
}

/** The audit check of a website; undefined if the website was removed, or has only just been created. */
export async function findAuditCheck({
  reseller_uuid,
  uuid,
}: OwnedKey): Promise<CheckRecord | undefined> {
  const key = { reseller_uuid, uuid, kind: "audit" as const };
  const { data } = await Check.get(key).go({ consistent: true });
  return data ?? undefined;
}

function momentOf({ uuid, due_at }: Pick<DueCheck, "uuid" | "due_at">): string {
  return `${uuid} ${due_at}`;
}

/** Removes the audit check of a website that is gone for good. */
export async function forgetAuditCheck({ reseller_uuid, uuid }: OwnedKey) {
  await batchDelete(Check, [{ reseller_uuid, uuid, kind: "audit" as const }]);
}
