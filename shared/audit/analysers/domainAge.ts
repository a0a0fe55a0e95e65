import { describeError, log } from "../../platform/log.ts";
import { DAY_MS } from "../../platform/time.ts";
import type { Registration } from "../services/rdap.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { clip, ofWebsite } from "./faults.ts";

const WARNING_MS = 30 * DAY_MS;

/**
 * The age of a domain in whole years, and whether its registration ends within 30 days, has ended, or is about to be
 * deleted. Within these 30 days registrars must have sent a first reminder (ICANN's Expired Registration Recovery
 * Policy, 2.1). Undefined if nothing is known: for an IP address, or a registry without RDAP.
 */
function judgeRegistration(
  registration: Registration | undefined,
  now: Date,
): Examined | undefined {
  if (!registration?.registered_at && !registration?.expires_at && !registration?.isBeingDeleted)
    return undefined;
  const { domain, registered_at, expires_at, isBeingDeleted } = registration;
  const remainingMs = expires_at ? Date.parse(expires_at) - now.getTime() : WARNING_MS;
  const isOver = isBeingDeleted || remainingMs <= 0;
  const code = isOver ? "domain_expired" : "domain_expires_soon";
  const isFault = isOver || remainingMs < WARNING_MS;
  return {
    faults: isFault ? [ofWebsite(code, domain, { ...(expires_at && { expires_at }) })] : [],
    details: {
      domain: clip(domain),
      ...(registered_at && {
        registered_at,
        age_years: yearsBetween(new Date(registered_at), now),
      }),
      ...(expires_at && { expires_at }),
    },
  };
}

function yearsBetween(from: Date, to: Date): number {
  const years = to.getUTCFullYear() - from.getUTCFullYear();
  const anniversary = new Date(from);
  anniversary.setUTCFullYear(to.getUTCFullYear());
  return Math.max(anniversary > to ? years - 1 : years, 0);
}

export const domainAge: Analyser = {
  feature: "domain_age",
  explanation:
    "Asks the registry of the domain by RDAP. A host below another owner's domain (`shop.platform.com`) has the age of that domain. There is no item for an IP address, for a registry without RDAP, or if the registry did not answer.",
  reads: "nothing",
  asksServices: true,
  begin: () => ({
    async examine({ crawl, sources, now }) {
      try {
        const registration = await sources.registry.find(new URL(crawl.startUrl).hostname);
        return judgeRegistration(registration, now);
      } catch (error) {
        log("warn", "a domain's registry could not be asked", describeError(error));
        return undefined;
      }
    },
  }),
};
