import type { ComponentChildren } from "preact";
import type { Finding, Plan, WebsiteDetails } from "reseller-website-monitoring-client";
import { worstFirst } from "../../../../shared/vocabulary/severity.ts";
import { plural, showDayOf, showLanguages } from "../format.ts";
import { severities, severityOf } from "./findings.tsx";

/** The checks that read pages, by the switch of a plan, which is the type of their findings. */
const checks = {
  ssl: "Certificate",
  broken_links: "Links",
  mobile: "Phone",
  spelling: "Spelling",
  headings: "Pages",
  sitemap: "Sitemap",
  mobile_speed: "Speed",
  domain_age: "Domain",
  blog: "Blog",
  listings: "Map entry",
} as const;
type Check = keyof typeof checks;

/** External services check these, which may be absent: without a finding, nobody knows whether they looked. */
const isByOthers = (check: Check) => check === "mobile_speed" || check === "listings";

interface ChecksProps {
  /** The first item. */
  children: ComponentChildren;
  website: WebsiteDetails;
  /** Open ones; undefined while they are awaited. */
  findings: Finding[] | undefined;
  plan: Plan | undefined;
}

/** What each check of the plan came to. */
export function Checks({ website, findings, plan, children }: ChecksProps) {
  return (
    <ul class="checks">
      {children}
      {(Object.keys(checks) as Check[])
        .filter((check) => !plan || plan[check])
        .filter((check) => !isByOthers(check) || findings?.some(({ type }) => type === check))
        .map((check) => {
          const { sign, word, tone, text } = resultOf(check, website, findings);
          return (
            <li key={check}>
              <span class={`sign ${tone}`} role="img" aria-label={word}>
                {sign}
              </span>
              <span>
                <b>{checks[check]}</b> <span class="soft">{text}</span>
              </span>
            </li>
          );
        })}
    </ul>
  );
}

/** A sign is as true as a word: what was not looked at is not fine. */
function resultOf(check: Check, website: WebsiteDetails, findings?: Finding[]) {
  const { last_audited_at, unreadable, unsupported_languages: languages } = website.unchecked;
  const open = findings?.filter(({ type }) => type === check) ?? [];
  const [worst] = open.toSorted(worstFirst);
  const { certificate_expires_at, domain_expires_at } = website;
  const ofDomain = check === "domain_age" && domain_expires_at;
  const until = check === "ssl" ? certificate_expires_at : ofDomain;
  const ends = until ? `until ${showDayOf(until)}` : "";
  if (worst) {
    const count = plural(open.length, "finding");
    return { ...severities[severityOf(worst)], text: ends ? `${count}, ${ends}` : count };
  }
  const off = { sign: "○", word: "not known", tone: "soft", text: "" };
  if (!last_audited_at || !findings) return off;
  if (!ends && (check === "ssl" || check === "domain_age")) return off;
  if (unreadable && check !== "ssl") return { ...off, text: "could not be read" };
  if (check === "spelling" && languages.length > 0)
    return { ...off, sign: "–", text: `not offered in ${showLanguages(languages)}` };
  return { sign: "✓", word: "fine", tone: "good", text: ends };
}
