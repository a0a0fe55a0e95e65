import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { describeError, log } from "../../../shared/log.ts";
import { defineAnalyser } from "../analyser.ts";
import { detailText, type Finding, ofWebsite, type Status, withFaults } from "../finding.ts";
import type { DomainRegistry, Registration } from "../services/rdap.ts";

export const domainAgeData = z.strictObject({
  domain: z.optional(
    described(detailText, "The registered domain; absent: not known.", "example.com"),
  ),
  registered_at: z.optional(
    described(
      z.string(),
      "When it was registered; absent: not known.",
      "2012-03-14T00:00:00+00:00",
    ),
  ),
  expires_at: z.optional(
    described(
      z.string(),
      "When the registration ends; absent: not known.",
      "2027-03-14T00:00:00+00:00",
    ),
  ),
  age_years: z.optional(described(z.int(), "Its age in whole years; absent: not known.", 14)),
});

type DomainAgeData = z.infer<typeof domainAgeData>;

const WARNING_MS = 30 * 86_400_000;

/**
 * When the domain was registered, its age in whole years, and when the registration ends.
 *
 * `success`: registered; `warning`: the registration ends within 30 days, when registrars must have sent
 * a first reminder (ICANN's Expired Registration Recovery Policy, section 2.1); `error`: it has ended, or the
 * registry is about to delete the domain.
 * Undefined if nothing is known: for an IP address, and for a registry that has no RDAP or did not answer.
 */
export async function analyseDomainAge(
  hostname: string,
  registry: DomainRegistry,
  now: Date,
): Promise<Finding<DomainAgeData> | undefined> {
  try {
    return findingOf(await registry.find(hostname), now);
  } catch (error) {
    log("warn", "a domain's registry could not be asked", describeError(error));
    return undefined;
  }
}

function findingOf(found: Registration | undefined, now: Date): Finding<DomainAgeData> | undefined {
  if (!found?.registered_at && !found?.expires_at && !found?.isBeingDeleted) return undefined;
  const { domain, registered_at, expires_at, isBeingDeleted } = found;
  const age = registered_at && {
    registered_at,
    age_years: yearsBetween(new Date(registered_at), now),
  };
  return {
    status: isBeingDeleted ? "error" : statusOf(expires_at, now),
    data: { domain, ...age, ...(expires_at && { expires_at }) },
  };
}

function statusOf(expires_at: string | undefined, now: Date): Status {
  if (!expires_at) return "success";
  const left = new Date(expires_at).getTime() - now.getTime();
  if (left <= 0) return "error";
  return left < WARNING_MS ? "warning" : "success";
}

function yearsBetween(from: Date, to: Date): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const anniversary = new Date(from);
  anniversary.setUTCFullYear(to.getUTCFullYear());
  return Math.max(anniversary > to ? years - 1 : years, 0);
}

export const domainAge = defineAnalyser({
  feature: "domain_age",
  explanation:
    "Asks the registry of the domain by RDAP. A host below another owner's domain (`shop.platform.com`) has the age of that domain. There is no item for an IP address, for a registry without RDAP, or if the registry did not answer.",
  category: "website",
  items: { domain_age: domainAgeData },
  reads: "nothing",
  asksServices: true,
  async analyse({ startUrl }, { sources, now }) {
    return await analyseDomainAge(new URL(startUrl).hostname, sources.registry, now);
  },
  tell(finding, own) {
    const { domain = "", expires_at } = finding.data;
    const code = finding.status === "error" ? "domain_expired" : "domain_expires_soon";
    const isFault = finding.status === "error" || finding.status === "warning";
    const faults = isFault ? [ofWebsite(code, domain, { expires_at })] : [];
    const told = withFaults(finding, faults, own);
    return { findings: { domain_age: told.finding }, faults: told.faults };
  },
  summary: {},
  whenOff: {},
  summarise: () => ({}),
});
