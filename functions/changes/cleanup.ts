import { sending } from "./part.ts";

/** Longer than a worker can go on writing results of a website after its deletion. */
const WRITTEN_SECONDS = 120;

/**
 * When a record is deleted, `functions/cleanup` deletes what depends on it. A website is cleaned up
 * again once no worker can still be writing about it.
 */
export const cleanup = sending("CLEANUP_QUEUE_URL", ({ entity, reseller_uuid, uuid }) => {
  const outgoing = { message: { reseller_uuid, uuid, entity }, group: reseller_uuid };
  return entity === "website"
    ? [outgoing, { ...outgoing, delaySeconds: WRITTEN_SECONDS }]
    : [outgoing];
});
