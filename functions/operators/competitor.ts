import { requireEnv } from "../../shared/env.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { command, uuid } from "./command.ts";
import { requireChangeable } from "./reseller.ts";

export const competitor_uuid = uuid("The competitor", "find HOST");

/** Enqueues another read of a competitor's site. Fields that the reseller has set keep their values. */
export const rereadCompetitor = command({ uuid: competitor_uuid }, async ({ uuid }) => {
  const competitor = await requireChangeable("competitor", uuid);
  const { reseller_uuid, hostname, client_fields, enriched_at = null } = competitor;
  const message = { reseller_uuid, competitor_uuid: uuid, requested: true };
  await sendMessages(requireEnv("COMPETITOR_QUEUE_URL"), [message], () => reseller_uuid);
  return { uuid, hostname, requested: true, last_changed_at: enriched_at, client_fields };
});
