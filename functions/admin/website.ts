import { findChecks } from "../../shared/checks/findChecks.ts";
import { isWanted, loadSubscriptions } from "../../shared/checks/subscriptions.ts";
import { type CheckKind, type CheckRecord, checkKinds } from "../../shared/entities/check.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { WrongInput } from "./command.ts";
import { noRecord, requireOwned } from "./records.ts";

/** A website with its checks, and the kinds of them that are really done. */
export interface WebsiteChecks {
  website: WebsiteRecord;
  checks: CheckRecord[];
  enabled: CheckKind[];
  suspended: boolean;
}

/** Finds a website by its uuid alone; throws WrongInput when there is none, or its checks are not there yet. */
export async function requireWebsiteChecks(uuid: string): Promise<WebsiteChecks> {
  const website = await requireOwned("website", uuid);
  const checks = await findChecks(website);
  if (checks.length < checkKinds.length) {
    throw new WrongInput(
      `Website ${uuid} has no checks yet: they come within seconds of its creation.`,
    );
  }
  return { website, checks, ...(await findSubscription(website)) };
}

/** Which kinds of check are done for the business of a website. */
async function findSubscription({ reseller_uuid, business_uuid, uuid }: WebsiteRecord) {
  const subscriptions = await loadSubscriptions([{ reseller_uuid, uuid: business_uuid }]);
  const subscription = subscriptions.get(business_uuid);
  if (subscription === undefined) throw noRecord("website", uuid);
  const enabled = checkKinds.filter((kind) => isWanted(kind, subscription));
  return { suspended: subscription.suspended, enabled };
}
