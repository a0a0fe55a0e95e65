import { findChecks } from "../../shared/checks/findChecks.ts";
import { isWanted, loadSubscriptions } from "../../shared/checks/subscriptions.ts";
import { type CheckKind, type CheckRecord, checkKinds } from "../../shared/entities/check.ts";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { WrongInput } from "./command.ts";

/** A website with its checks, and the kinds of them that are really done. */
export interface WebsiteChecks {
  website: WebsiteRecord;
  checks: CheckRecord[];
  enabled: CheckKind[];
  suspended: boolean;
}

/** Finds a website by its uuid alone; throws WrongInput when there is none, or its checks are not there yet. */
export async function requireWebsiteChecks(uuid: string): Promise<WebsiteChecks> {
  const { data } = await Website.query.ofAnyReseller({ uuid }).go();
  const [found] = data;
  if (found === undefined) throw noWebsite(uuid);
  const { reseller_uuid } = found;
  const [[website], checks] = await Promise.all([
    batchGet(lookup<WebsiteRecord>(Website, { reseller_uuid, uuid })),
    findChecks({ reseller_uuid, uuid }),
  ]);
  if (website === undefined) throw noWebsite(uuid);
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
  if (subscription === undefined) throw noWebsite(uuid);
  const enabled = checkKinds.filter((kind) => isWanted(kind, subscription));
  return { suspended: subscription.suspended, enabled };
}

function noWebsite(uuid: string) {
  return new WrongInput(
    `There is no website ${uuid}: the API lists them for each business. One just created is found within a second.`,
  );
}
