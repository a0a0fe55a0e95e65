import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { requireEnv } from "../../../shared/env.ts";
import { addLogFields, describeError, log } from "../../../shared/log.ts";
import { atDoor } from "../../../shared/queues/atDoor.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { sendMessages } from "../../../shared/queues/sendMessages.ts";
import { adaptChecks } from "./adaptChecks.ts";
import { businessesOf } from "./businessesOf.ts";

const message = z.object({
  reseller_uuid: z.uuid(),
  entity: z.enum(["user", "business", "plan"]),
  uuid: z.uuid(),
});

/**
 * Adapts checks to a changed subscription: a user was suspended or resumed, a plan has changed, or a
 * business got another plan. A message names one of them, and may come twice; users and plans become
 * messages of their businesses.
 */
export const handler = atDoor(async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const failures = await perMessage(Records, findFailure);
  return { batchItemFailures: failures.flat() };
});

async function findFailure({ body, messageId }: SQSRecord) {
  try {
    const changed = message.parse(JSON.parse(body));
    addLogFields({ reseller_uuid: changed.reseller_uuid });
    if (changed.entity === "business") await adaptChecks(changed);
    else await passOn(changed);
    return [];
  } catch (error) {
    log("error", "checks could not be adapted to a change and will be later", describeError(error));
    return [{ itemIdentifier: messageId }];
  }
}

async function passOn({ reseller_uuid, entity, uuid }: z.infer<typeof message>) {
  for await (const page of businessesOf({ reseller_uuid, entity, uuid })) {
    const messages = page.map((uuid) => ({ reseller_uuid, entity: "business", uuid }));
    await sendMessages(requireEnv("SUBSCRIPTIONS_QUEUE_URL"), messages, () => reseller_uuid);
  }
}
