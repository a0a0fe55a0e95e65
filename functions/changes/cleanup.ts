import { sending } from "./part.ts";

/** The kinds of record that others depend on. */
const PARENTS = ["user", "business", "website", "webhook"];

/** Longer than a worker takes that may be writing what it has found of a website just now. */
const WRITTEN_SECONDS = 120;

/**
 * What depends on a record that is gone is removed, by `functions/cleanup`; of a website once more when
 * nobody writes of it any longer.
 */
export const cleanup = sending("CLEANUP_QUEUE_URL", ({ entity, reseller_uuid, uuid, after }) => {
  if (after || !PARENTS.includes(entity)) return [];
  const outgoing = { message: { reseller_uuid, uuid, entity }, group: reseller_uuid };
  return entity === "website"
    ? [outgoing, { ...outgoing, delaySeconds: WRITTEN_SECONDS }]
    : [outgoing];
});
