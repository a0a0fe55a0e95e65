import { blogFaults } from "./analysers/blog/faults.ts";
import { brokenLinksFaults } from "./analysers/brokenLinks/faults.ts";
import { domainAgeFaults } from "./analysers/domainAgeFaults.ts";
import { headingsFaults } from "./analysers/headingsFaults.ts";
import { listingsFaults } from "./analysers/listingsFaults.ts";
import { mobileFaults } from "./analysers/mobileFaults.ts";
import { mobileSpeedFaults } from "./analysers/mobileSpeedFaults.ts";
import { pageBasicsFaults } from "./analysers/pageBasics/faults.ts";
import { sitemapFaults } from "./analysers/sitemap/faults.ts";
import { spellingFaults } from "./analysers/spelling/faults.ts";
import { sslFaults } from "./analysers/sslFaults.ts";
import type { FaultKind } from "./finding.ts";

/**
 * The kinds of faults by the name of the analyser that finds them, and by code. Endpoints load this list, so
 * nothing of an analyser's work belongs in these files.
 */
export const faultKinds = {
  broken_links: brokenLinksFaults,
  sitemap: sitemapFaults,
  headings: headingsFaults,
  page_basics: pageBasicsFaults,
  spelling: spellingFaults,
  mobile: mobileFaults,
  ssl: sslFaults,
  mobile_speed: mobileSpeedFaults,
  domain_age: domainAgeFaults,
  listings: listingsFaults,
  blog: blogFaults,
};

/** The type of a finding: the name of the analyser that makes it. */
type FaultType = keyof typeof faultKinds;

/** Every code of a fault. No two types have the same one. */
type FaultCode = { [Type in FaultType]: keyof (typeof faultKinds)[Type] }[FaultType];

export const faultTypes = Object.keys(faultKinds) as FaultType[];

const byCode = new Map(
  faultTypes.flatMap((type) =>
    Object.entries<FaultKind>(faultKinds[type]).map(
      ([code, kind]) => [code as FaultCode, { type, ...kind }] as const,
    ),
  ),
);

export const faultCodes = [...byCode.keys()];

/** The kind of a code, and its type; undefined for a code that is no more. */
export function findFaultKind(code: string): (FaultKind & { type: FaultType }) | undefined {
  return byCode.get(code as FaultCode);
}
