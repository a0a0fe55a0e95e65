import { findChecks } from "../../shared/checks/findChecks.ts";
import { isWanted } from "../../shared/checks/subscriptions.ts";
import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import { type CheckKind, type CheckRecord, checkKinds } from "../../shared/entities/check.ts";
import { Plan, type PlanRecord } from "../../shared/entities/plan.ts";
import { User, type UserRecord } from "../../shared/entities/user.ts";
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
  const [business] = await batchGet(
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid: business_uuid }),
  );
  if (business === undefined) throw noWebsite(uuid);
  const [plan, user] = await batchGet(
    lookup<PlanRecord>(Plan, { reseller_uuid, uuid: business.plan_uuid }),
    lookup<UserRecord>(User, { reseller_uuid, uuid: business.user_uuid }),
  );
  const suspended = user?.suspended_at !== undefined;
  const enabled = checkKinds.filter((kind) => isWanted(kind, { plan, suspended }));
  return { suspended, enabled };
}

function noWebsite(uuid: string) {
  return new WrongInput(
    `There is no website ${uuid}: the API lists them for each business. One just created is found within a second.`,
  );
}
