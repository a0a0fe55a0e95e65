import type * as z from "zod/mini";
import { tellFault } from "../catalogue/faultTexts.ts";
import { Business, type BusinessRecord } from "../entities/business.ts";
import { Plan, type PlanRecord } from "../entities/plan.ts";
import type { WebsiteRecord } from "../entities/website.ts";
import { findEach } from "../platform/table/batch.ts";
import type { accountWebsiteSchema } from "../resources/accountSchemas.ts";
import { presentState } from "../resources/presenters.ts";
import { intervalMinutes } from "../uptime/audits.ts";
import { readListFigures } from "../uptime/listFigures.ts";
import { presentCause } from "../vocabulary/reasons.ts";
import { countBySeverity } from "../vocabulary/severity.ts";
import { oneLine } from "../vocabulary/texts.ts";

type AccountWebsite = z.output<typeof accountWebsiteSchema>;

/** Websites of a reseller as a list shows them. What is read beside them may be a second old, at half the units. */
export async function presentAccountWebsites(
  websites: WebsiteRecord[],
  now: number,
): Promise<AccountWebsite[]> {
  const owners = await findEach<BusinessRecord>(
    Business,
    websites.map(({ reseller_uuid, business_uuid: uuid }) => ({ reseller_uuid, uuid })),
  );
  const businesses = new Map(owners.map((business) => [business.uuid, business]));
  const planRecords = await findEach<PlanRecord>(
    Plan,
    owners.map(({ reseller_uuid, plan_uuid: uuid }) => ({ reseller_uuid, uuid })),
  );
  const plans = new Map(planRecords.map((plan) => [plan.uuid, plan]));
  const minutesOf = ({ business_uuid }: WebsiteRecord) =>
    intervalMinutes("uptime", plans.get(businesses.get(business_uuid)?.plan_uuid ?? "") ?? {});
  const probed = websites.map((website) => ({
    ...{ uuid: website.uuid, minutes: minutesOf(website) },
    downtime: lastDowntime(website, now),
  }));
  const figures = await readListFigures(probed, now);
  return websites.map((website, index) => ({
    ...presentState(website),
    business_name: businesses.get(website.business_uuid)?.name ?? null,
    ...(figures[index] as (typeof figures)[number]),
    open_findings: website.open_findings ?? countBySeverity([]),
    fixed_findings: website.fixed_findings ?? null,
    newest_serious_finding: presentNewestFinding(website),
    last_downtime: presentLastDowntime(website),
    maintenance_ends_at:
      website.state === "maintenance" ? (website.maintenance_until ?? null) : null,
    last_maintenance: presentLastMaintenance(website),
    certificate_expires_at: website.certificate?.expires_at ?? null,
    domain_expires_at: website.domain?.expires_at ?? null,
  }));
}

const MOST_OF_A_TITLE = 200;

function presentNewestFinding({ newest_serious_finding: finding }: WebsiteRecord) {
  if (!finding) return null;
  const { code, first_seen_at } = finding;
  const { title } = tellFault(code, "en", finding);
  return { title: oneLine(title, MOST_OF_A_TITLE), first_seen_at };
}

/** The downtime that lasts, or the last that ended, in seconds since 1970. */
function lastDowntime({ down_since, last_downtime, down_until }: WebsiteRecord, now: number) {
  const began_at = down_since ?? last_downtime?.began_at;
  if (began_at === undefined) return undefined;
  const to = down_since || down_until === undefined ? now : Date.parse(down_until);
  return { from: Date.parse(began_at) / 1000, to: Math.floor(to / 1000) };
}

function presentLastMaintenance({ last_maintenance: last }: WebsiteRecord) {
  return last ? { began_at: last.began_at, ended_at: last.ended_at ?? null } : null;
}

function presentLastDowntime({ last_downtime, down_until }: WebsiteRecord) {
  if (!last_downtime || down_until === undefined) return null;
  const { began_at, cause } = last_downtime;
  return { began_at, ended_at: down_until, ...presentCause(cause) };
}
