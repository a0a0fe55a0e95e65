import { readUptime } from "../../shared/checks/bucketHours.ts";
import { findCheck } from "../../shared/checks/findChecks.ts";
import { reschedule } from "../../shared/checks/reschedule.ts";
import type { CheckKind } from "../../shared/entities/check.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { ConditionFailed, retryOnConflict } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { command, WrongInput } from "./command.ts";
import { requireWebsiteChecks, website } from "./website.ts";

/**
 * Makes the checks of a website due now, as far as its plan has them on: the next tick of the
 * schedule, each minute, enqueues them. `audit result` tells what comes of it.
 */
export const runAudit = command({ website }, async ({ website: named }) => {
  const { website, enabled, subscription } = await requireWebsiteChecks(named);
  const { uuid: website_uuid } = website;
  if (subscription.suspended) {
    throw new WrongInput(
      `The user that website ${website_uuid} belongs to is suspended: none of its websites is checked.`,
    );
  }
  const requested_at = timestamp();
  await Promise.all(enabled.map((kind) => makeDue(website, kind, requested_at)));
  return { website_uuid, hostname: website.hostname, requested_at, checks: enabled };
});

async function makeDue(website: WebsiteRecord, kind: CheckKind, due_at: string) {
  await retryOnConflict(async () => {
    const check = await findCheck(website, kind);
    // Only audits are not done again within the hour.
    if (check === undefined) return;
    const changes =
      check.kind === "audit" ? { requested_at: due_at } : { memory: await readUptime(check) };
    if (await reschedule(check, due_at, changes)) return;
    throw new ConditionFailed("The check was done meanwhile");
  });
}
