import { sending } from "./part.ts";

/** The kinds of record that others depend on. */
const PARENTS = ["user", "business", "website", "webhook"];

/** What depends on a record that is gone is removed, by `functions/cleanup`. */
export const cleanup = sending("CLEANUP_QUEUE_URL", ({ entity, reseller_uuid, uuid, after }) =>
  after || !PARENTS.includes(entity)
    ? []
    : [{ message: { reseller_uuid, uuid, entity }, group: reseller_uuid }],
);
