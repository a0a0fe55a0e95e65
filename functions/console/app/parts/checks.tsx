import type { Finding, Plan, WebsiteDetails } from "reseller-website-monitoring-client";
import { worstFirst } from "../../../../shared/severity.ts";
import { showDayOf, showLanguages, showNumber } from "../format.ts";
import { severities, severityOf } from "./findings.tsx";

/** The checks in the order of a plan's switches, each with the types of findings that it has. */
const checks = [
  { feature: "ssl", word: "Certificate", types: ["ssl"] },
  { feature: "broken_links", word: "Links", types: ["broken_links"] },
  { feature: "mobile", word: "Phone", types: ["mobile"] },
  { feature: "spelling", word: "Spelling", types: ["spelling"] },
  { feature: "headings", word: "Pages", types: ["headings", "page_basics"] },
  { feature: "sitemap", word: "Sitemap", types: ["sitemap"] },
  { feature: "mobile_speed", word: "Speed", types: ["mobile_speed"] },
  { feature: "domain_age", word: "Domain", types: ["domain_age"] },
  { feature: "blog", word: "Blog", types: ["blog"] },
  { feature: "listings", word: "Map entry", types: ["listings"] },
] as const;
type Check = (typeof checks)[number];

interface ChecksProps {
  website: WebsiteDetails;
  /** Open ones; undefined while they are awaited. */
  findings: Finding[] | undefined;
  plan: Plan | undefined;
}

/** What each check of the plan came to. */
export function Checks({ website, findings, plan }: ChecksProps) {
  return (
    <ul class="checks">
      {checks
        .filter(({ feature }) => !plan || plan[feature])
        .map((check) => {
          const { sign, kind, text } = resultOf(check, website, findings);
          return (
            <li key={check.feature} class={kind}>
              <span class="severity" role="img" aria-label={kind}>
                {sign}
              </span>
              <span>
                <b>{check.word}</b> <span class="soft">{text}</span>
              </span>
            </li>
          );
        })}
    </ul>
  );
}

/** Words are as true as signs: what was not looked at is not fine. */
function resultOf({ feature, types }: Check, website: WebsiteDetails, findings?: Finding[]) {
  const { last_audited_at, unreadable, unsupported_languages } = website.unchecked;
  const open = findings?.filter(({ type }) => types.some((each) => each === type)) ?? [];
  const worst = open[0] && severityOf(open.toSorted(worstFirst)[0] ?? open[0]);
  const until = feature === "ssl" && website.certificate_expires_at;
  const ends = until ? `until ${showDayOf(until)}` : "";
  if (worst) {
    const count = open.length === 1 ? "1 finding" : `${showNumber(open.length)} findings`;
    return { sign: severities[worst].sign, kind: worst, text: ends ? `${count}, ${ends}` : count };
  }
  if (unreadable && feature !== "ssl") return { sign: "–", kind: "off", text: "could not be read" };
  if (!last_audited_at) return { sign: "○", kind: "off", text: "not read yet" };
  if (feature === "spelling" && unsupported_languages.length > 0)
    return {
      ...{ sign: "–", kind: "off" },
      text: `not offered in ${showLanguages(unsupported_languages)}`,
    };
  if (!findings) return { sign: "·", kind: "off", text: "" };
  return { sign: "✓", kind: "fine", text: ends };
}
