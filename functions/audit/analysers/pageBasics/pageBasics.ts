import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import {
  clip,
  count,
  defineAnalyser,
  detailsOf,
  detailText,
  type Finding,
  MAX_DETAILS,
} from "../../analyser.ts";
import { pagesOfFault } from "../../repeated.ts";
import { normalisePhone } from "../../services/businessListing.ts";
import { type BasicsFacts, BasicsOfPages, type Fault, issue } from "./basicsOfPages.ts";

export const pageBasicsData = z.strictObject({
  issues_count: described(count, "How many different faults were found.", 1),
  issue_counts: described(
    z.partialRecord(issue, count),
    "On how many pages each kind of fault is; a kind that is absent is on none.",
    { missing_description: 4 },
  ),
  pages_checked_count: described(count, "How many pages were checked.", 25),
  details: described(
    detailsOf(
      z.strictObject({
        issue: described(issue, "The kind of fault.", "missing_description"),
        detail: z.optional(
          described(
            detailText,
            "What is at fault: the title, the address, the number; absent where that is the page itself.",
            "tel:12",
          ),
        ),
        bytes: z.optional(
          described(count, "What a large file, or the page at `url`, takes to load.", 2_400_000),
        ),
        ...pagesOfFault,
      }),
    ),
    "Each fault once, those on most pages first; 50 at most.",
  ),
});

type PageBasicsData = z.infer<typeof pageBasicsData>;

/** The finding about one website: its faults, and a phone number that is not its business's. */
export function tellBasics(
  { faults, faults_count, counts, pages_checked_count, phones, startUrl }: BasicsFacts,
  business: { phone_number?: string | undefined; country_code?: string | undefined } | undefined,
): Finding<PageBasicsData> | undefined {
  if (pages_checked_count === 0) return undefined;
  const country = business?.country_code || undefined;
  const own = normalisePhone(business?.phone_number ?? "", country);
  const shown = phones
    .map((phone) => normalisePhone(phone, country))
    .filter((phone) => phone !== "");
  const differs = own !== "" && shown.length > 0 && !shown.includes(own);
  const onStart = { url: startUrl, pages_count: 1, pages: [startUrl] };
  const ofPhone: Fault[] = differs
    ? [{ issue: "other_phone", detail: clip(phones.join(", ")), ...onStart }]
    : [];
  const issues_count = faults_count + ofPhone.length;
  return {
    status: issues_count === 0 ? "success" : "warning",
    data: {
      issues_count,
      issue_counts: { ...counts, ...(differs && { other_phone: 1 }) },
      pages_checked_count,
      details: [...ofPhone, ...faults].slice(0, MAX_DETAILS),
    },
  };
}

export const pageBasics = defineAnalyser({
  feature: "headings",
  name: "page_basics",
  explanation: `What visitors and search engines expect of a website, from what the audit has read anyway.

- **Search engines:** a start page, or half of five or more pages, closed to them; a title or description that is missing or that several pages share; a canonical address on another host or on a page that is broken. Pages that are closed, or whose canonical address is another page, are not compared.
- **Contact:** \`tel:\` and \`mailto:\` links that can't work; links with phone numbers of which none is the business's; JSON-LD that can't be parsed; a LocalBusiness without name, phone or address.
- **Texts and images:** what builders and themes put in until somebody writes a text; images without \`alt\` (axe-core's \`image-alt\`).
- **Links to places** (\`/about#team\`) that a page of the website does not have. Links that scripts seem to handle are left out.
- **Weight:** images, scripts and style sheets over 1 MB, and pages over 3 MB together with these. Sizes are what servers said to the check of links (switch \`broken_links\`); films, images that load later and those of which browsers choose one do not count.
- **Preview image and icon** that are missing or gone. Browsers try \`/favicon.ico\` if a page names no icon, and so does the audit.
- **One secure address:** http that does not lead to https; scripts, style sheets and frames by http on a page by https, which browsers block; \`www\` and the bare host that both show the start page, with no redirect and no canonical address. The other host is asked if the page names its icon: this check makes one request at most.`,
  category: "website",
  items: { page_basics: pageBasicsData },
  reads: "everyPage",
  notNews: ["pages_checked_count", "issue_counts", "pages_count", "pages", "bytes"],
  collect: () => new BasicsOfPages(),
  runsLast: true,
  analyse: (crawl, site, pages) => pages.judge(crawl, site),
  tell(facts, { business }) {
    const finding = tellBasics(facts, business?.address);
    return { findings: finding ? { page_basics: finding } : {} };
  },
  summary: {},
  whenOff: {},
  summarise: () => ({}),
});
