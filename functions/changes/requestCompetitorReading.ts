import { requireEnv } from "../../shared/env.ts";
import { sendMessages } from "../../shared/queue.ts";

/** Has the site of a competitor read, by `functions/competitorReader`. */
export async function requestCompetitorReading(competitor: {
  reseller_uuid: string;
  uuid: string;
}) {
  const { reseller_uuid, uuid } = competitor;
  const message = { reseller_uuid, competitor_uuid: uuid };
  await sendMessages(requireEnv("COMPETITOR_QUEUE_URL"), [message], () => reseller_uuid);
}
