import { type CheckKind, type CheckRecord, checkKinds } from "../../shared/entities/check.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { parseUuid } from "../../shared/uuid.ts";
import { findChecks } from "../monitoring/findChecks.ts";
import { isWanted, loadSubscriptions, type Subscription } from "../monitoring/findSubscriptions.ts";
import { text, WrongInput } from "./command.ts";
import { requireCalled } from "./naming.ts";
import { noRecord, requireOwned } from "./records.ts";

/** A website's uuid, or its host name if no other website has it. */
export const website = text("The website");

/** A website with its checks, and the kinds of checks that its plan enables. */
export interface WebsiteChecks {
  website: WebsiteRecord;
  checks: CheckRecord[];
  enabled: CheckKind[];
  subscription: Subscription;
}

/** Finds a website by its uuid or host name; throws WrongInput if none or several match. */
export async function requireWebsite(named: string): Promise<WebsiteRecord> {
  const uuid = parseUuid(named);
  if (uuid !== undefined) return await requireOwned("website", uuid);
  return await requireCalled("website", named);
}

/** As `requireWebsite`, with the checks; throws WrongInput if they don't exist yet. */
export async function requireWebsiteChecks(named: string): Promise<WebsiteChecks> {
  return await readWebsiteChecks(await requireWebsite(named));
}

/** A website with its checks; throws WrongInput if they don't exist yet. */
export async function readWebsiteChecks(website: WebsiteRecord): Promise<WebsiteChecks> {
  const { uuid, reseller_uuid, business_uuid } = website;
  const [checks, subscriptions] = await Promise.all([
    findChecks(website),
    loadSubscriptions([{ reseller_uuid, uuid: business_uuid }]),
  ]);
  if (checks.length < checkKinds.length) {
    throw new WrongInput(
      `Website ${uuid} has no checks yet: they come within seconds of its creation.`,
    );
  }
  const subscription = subscriptions.get(business_uuid);
  if (subscription === undefined) throw noRecord("website", uuid);
  const enabled = checkKinds.filter((kind) => isWanted(kind, subscription));
  return { website, checks, enabled, subscription };
}
