import { AsyncLocalStorage } from "node:async_hooks";
import { PROVIDER, putEntry } from "../../shared/auditLog/entries.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import type { AuditedType } from "../../shared/vocabulary/actions.ts";
import { currentActor } from "../../shared/vocabulary/actor.ts";

interface Read {
  type: AuditedType;
  uuid: string;
}

/** The types that operators call otherwise. */
const TYPES = { reseller: "account", key: "api_key" } as const;

/** By reseller, the first record that the current command has read. */
const reads = new AsyncLocalStorage<Map<string, Read>>();

/** Notes that the current command reads a record of a reseller. */
export function noteRead(
  kind: AuditedType | keyof typeof TYPES,
  record: { uuid: string; reseller_uuid?: string },
) {
  const known = reads.getStore();
  const { uuid, reseller_uuid = uuid } = record;
  if (!known || known.has(reseller_uuid)) return;
  const type = kind === "reseller" || kind === "key" ? TYPES[kind] : kind;
  known.set(reseller_uuid, { type, uuid });
}

/**
 * Runs a command that reads, and enters that in the audit log of each reseller of which it has read
 * something, or else in the provider's own log. Without the entry there is no result.
 */
export async function loggingReads<Result>(
  command: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const known = new Map<string, Read>();
  const result = await reads.run(known, work);
  if (known.size === 0) known.set(PROVIDER, { type: "account", uuid: PROVIDER });
  const actor = currentActor();
  await Promise.all(
    [...known].map(async ([reseller_uuid, { type, uuid: record_uuid }]) => {
      const uuid = newUuid();
      await putEntry({
        ...{ reseller_uuid, uuid, place: uuid, created_at: timestamp(), actor },
        ...{
          action: "account.read",
          record_type: type,
          record_uuid,
          after: JSON.stringify({ command }),
        },
      });
    }),
  );
  return result;
}
