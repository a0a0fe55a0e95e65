import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { requireEnv } from "../../../shared/env.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import type { List } from "../../../shared/lists/listedKind.ts";
import { allBusinesses } from "../../../shared/lists/readAccount.ts";
import { pagesIn } from "../../../shared/lists/walk.ts";
import { addLogFields } from "../../../shared/log.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { sendMessages } from "../../../shared/queues/sendMessages.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { followWindows } from "../changeMaintenance.ts";
import { adaptChecks } from "./adaptChecks.ts";

const changed = z.object({
  reseller_uuid: z.uuid(),
  entity: z.enum(["user", "business", "plan", "reseller"]),
  uuid: z.uuid(),
});
const key = { reseller_uuid: z.uuid(), uuid: z.uuid() };
/** A changed subscription, or websites of which a maintenance window begins or ends. */
const message = z.union([
  changed,
  z.object({ maintenance: z.array(z.object({ ...key, due_at: z.string() })) }),
]);

/**
 * Adapts checks to a changed subscription: a user was suspended or resumed, a reseller left or came back, a plan
 * has changed, or a business got another plan. A message names one of them, and may come twice; all but a business
 * become messages of their businesses. Also shows websites whose maintenance begins or ends in their new state.
 */
export async function followSubscriptions({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const text = "checks could not be adapted to a change and will be later";
  return await perMessage(Records, follow, { level: "error", text });
}

async function follow({ body }: SQSRecord) {
  const told = message.parse(JSON.parse(body));
  if ("maintenance" in told) {
    for (const { due_at, ...website } of told.maintenance) await followWindows(website, due_at);
    return;
  }
  addLogFields({ reseller_uuid: told.reseller_uuid });
  await (told.entity === "business" ? adaptChecks(told) : passOn(told));
}

async function passOn({ reseller_uuid, entity, uuid }: z.infer<typeof changed>) {
  for await (const page of businessesOf({ reseller_uuid, entity, uuid })) {
    const messages = page.map((uuid) => ({ reseller_uuid, entity: "business", uuid }));
    await sendMessages(requireEnv("SUBSCRIPTIONS_QUEUE_URL"), messages, () => reseller_uuid);
  }
}

/** The uuids of the businesses of a user, plan or reseller, in pages. */
async function* businessesOf({
  entity,
  reseller_uuid,
  uuid,
}: OwnedKey & { entity: string }): AsyncGenerator<string[]> {
  if (entity === "user") yield* inList(businesses.list({ reseller_uuid, user_uuid: uuid }));
  if (entity === "reseller") yield* allBusinesses({ reseller_uuid });
  // One that gets the plan later has its own message.
  if (entity === "plan") yield* allBusinesses({ reseller_uuid, plan_uuid: uuid });
}

async function* inList(list: List) {
  for await (const page of pagesIn(list)) yield page.map(({ uuid }) => String(uuid));
}
