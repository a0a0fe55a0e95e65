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
          const { sign, word, kind, text } = resultOf(check, website, findings);
          return (
            <li key={check.feature} class={kind}>
              <span class="severity" role="img" aria-label={word}>
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

/** A sign is as true as a word: what was not looked at is not fine. */
function resultOf({ feature, types }: Check, website: WebsiteDetails, findings?: Finding[]) {
  const { last_audited_at, unreadable, unsupported_languages: languages } = website.unchecked;
  const open = findings?.filter(({ type }) => types.some((each) => each === type)) ?? [];
  const [worst] = open.toSorted(worstFirst);
  const until = feature === "ssl" && website.certificate_expires_at;
  const ends = until ? `until ${showDayOf(until)}` : "";
  if (worst) {
    const severity = severityOf(worst);
    const count = open.length === 1 ? "1 finding" : `${showNumber(open.length)} findings`;
    const { sign, word } = severities[severity];
    return { sign, word, kind: severity, text: ends ? `${count}, ${ends}` : count };
  }
  const off = { sign: "○", word: "not known", kind: "off", text: "" };
  if (!last_audited_at || !findings) return off;
  if (unreadable && feature !== "ssl") return { ...off, text: "could not be read" };
  if (feature === "spelling" && languages.length > 0)
    return { ...off, sign: "–", text: `not offered in ${showLanguages(languages)}` };
  return { sign: "✓", word: "fine", kind: "fine", text: ends };
}
