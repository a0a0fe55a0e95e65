import type { AccountWebsite } from "reseller-website-monitoring-client";
import { plural, showHost, showNumber } from "./format.ts";
import { type Counts, sumOf } from "./lists.ts";

/** Websites that went down together: for the same cause, at the same address if it is known, within two minutes. */
export interface Outage {
  began_at: string | undefined;
  cause: string | null;
  technical: string | null;
  /** Of the server, if it is known and the same for all. */
  address: string | null;
  websites: AccountWebsite[];
}

const TOGETHER_MS = 2 * 60_000;

/** The outages of these websites, the newest first. What has no known cause stands alone. */
export function groupDown(websites: AccountWebsite[]): Outage[] {
  const outages: Outage[] = [];
  const inOrder = websites
    .filter(({ state }) => state === "down")
    .toSorted((one, other) => startOf(one).localeCompare(startOf(other)));
  for (const website of inOrder) {
    const { began_at, cause = null, technical = null, address = null } = website.downtime ?? {};
    const together = outages.find(
      (outage) =>
        cause !== null &&
        outage.cause === cause &&
        outage.technical === technical &&
        outage.address === address &&
        Date.parse(began_at ?? "") - Date.parse(outage.began_at ?? "") <= TOGETHER_MS,
    );
    if (together) together.websites.push(website);
    else outages.push({ began_at, cause, technical, address, websites: [website] });
  }
  return outages.toReversed();
}

const startOf = ({ downtime }: AccountWebsite) => downtime?.began_at ?? "";

const SOON_MS = 14 * 24 * 3600 * 1000;

/** The certificates and domains that end within 14 days, the next one first. */
export function endingSoon(websites: AccountWebsite[], now = Date.now()) {
  return websites
    .flatMap((website) => [
      { website, what: "Certificate", ends_at: website.certificate_expires_at ?? "" },
      { website, what: "Domain", ends_at: website.domain_expires_at ?? "" },
    ])
    .filter(({ ends_at }) => Date.parse(ends_at) < now + SOON_MS)
    .toSorted((one, other) => one.ends_at.localeCompare(other.ends_at));
}

const NEW_MS = 7 * 24 * 3600 * 1000;

/** The serious findings of the last seven days, the newest first: of those of the same title one, and how many others there are. */
export function newFindings(websites: AccountWebsite[], now = Date.now()) {
  const findings = websites.flatMap((website) => {
    const { title = "", first_seen_at: at = "" } = website.newest_serious_finding ?? {};
    const host = showHost(website.hostname);
    const shown = title.replaceAll(/https?:\/\//g, "").replaceAll(host, "");
    return Date.parse(at) > now - NEW_MS ? [{ title: shown, at, website }] : [];
  });
  const newest = findings.toSorted((one, other) => other.at.localeCompare(one.at));
  return [...Map.groupBy(newest, ({ title }) => title).values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, others: others.length }] : [],
  );
}

/** How an account is, in a sentence, and whether that is good, bad, or not known yet. */
export function tellCounts(counts: Counts): { text: string; mood: "good" | "bad" | "soft" } {
  const { down, unstable, maintenance, not_checked, paused, up } = counts;
  const all = sumOf(counts);
  const rest = [
    { count: up, word: "fine" },
    { count: not_checked, word: "being checked for the first time" },
    { count: unstable, word: "unstable" },
    { count: maintenance, word: "in maintenance" },
    { count: paused, word: "paused" },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, word }) => `${showNumber(count)} ${is(count)} ${word}`);
  if (down > 0)
    return {
      text: [`${plural(down, "website")} ${is(down)} down`, ...rest.slice(0, 1)].join(", "),
      mood: "bad",
    };
  if (up > 0 && up === all) {
    return {
      text: all === 1 ? "Your website is fine" : `All ${plural(all, "website")} are fine`,
      mood: "good",
    };
  }
  const text = rest.slice(0, 2).join(", ");
  return { text, mood: not_checked + unstable + paused > 0 || up === 0 ? "soft" : "good" };
}

const is = (count: number) => (count === 1 ? "is" : "are");
