import * as z from "zod/mini";
import type { BusinessRecord } from "../../../../shared/entities/business.ts";
import { described } from "../../../../shared/fields/described.ts";
import { type AnalyserResult, defineAnalyser, type Own } from "../../analyser.ts";
import { clip, count, detailsOf, detailText, type Finding, MAX_DETAILS } from "../../finding.ts";
import { detailsOfRepeated, pagesOfFault, tellRepeated } from "../../repeated.ts";
import { normalisePhone } from "../../services/businessListing.ts";
import { type BasicsFacts, type BasicsFault, BasicsOfPages } from "./basicsOfPages.ts";
import { issue } from "./pageFaults.ts";

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

/**
 * The finding about one website, without what is ignored there, and everything that is wrong, a phone number
 * that is not its business's included.
 */
export function tellBasics(
  { faults, more_count, counts, pages_checked_count, phones, startUrl }: BasicsFacts,
  { business, isIgnored }: Pick<Own, "business" | "isIgnored">,
): AnalyserResult<{ page_basics: typeof pageBasicsData }> {
  if (pages_checked_count === 0) return { findings: {} };
  const ofPhone = findOtherPhone({ phones, startUrl }, business?.address);
  const { told, counted } = tellRepeated([...ofPhone, ...faults], nameFault, { isIgnored });
  const ofKind = (some: BasicsFault[], kind: string) => some.filter(({ issue }) => issue === kind);
  const left = Object.entries({ ...counts, ...(ofPhone.length > 0 && { other_phone: 1 }) }).map(
    ([kind, pages]) => {
      const pagesOf = ofKind(counted, kind).map(({ pages_count }) => pages_count);
      const isWhole = pagesOf.length === ofKind([...ofPhone, ...faults], kind).length;
      const most = pagesOf.reduce((sum, count) => sum + count, 0);
      return [kind, isWhole && most >= pages ? pages : Math.min(pages, most)] as const;
    },
  );
  const issues_count = counted.length;
  const page_basics: Finding<PageBasicsData> = {
    status: issues_count === 0 ? "success" : "warning",
    data: {
      issues_count,
      issue_counts: Object.fromEntries(left.filter(([, pages]) => pages > 0)),
      pages_checked_count,
      details: [
        ...detailsOfRepeated(ofKind(counted, "other_phone")),
        ...detailsOfRepeated(counted.filter(({ issue }) => issue !== "other_phone")),
      ].slice(0, MAX_DETAILS),
    },
  };
  return { findings: { page_basics }, faults: told, more_faults_count: more_count };
}

/** Without a detail, pages as a whole are at fault. */
function nameFault({ issue, detail }: BasicsFault) {
  return { code: issue, ...(detail !== undefined && { subject: detail }), detail: {} };
}

/** The phone numbers of links, of which none is the business's; in an order that no crawl changes. */
function findOtherPhone(
  { phones, startUrl }: Pick<BasicsFacts, "phones" | "startUrl">,
  address: BusinessRecord["address"],
): BasicsFault[] {
  const country = address?.country_code || undefined;
  const own = normalisePhone(address?.phone_number ?? "", country);
  const shown = phones
    .map((phone) => normalisePhone(phone, country))
    .filter((phone) => phone !== "");
  if (own === "" || shown.length === 0 || shown.includes(own)) return [];
  const onStart = { url: startUrl, pages_count: 1, pages: [startUrl], times: 1 };
  return [{ issue: "other_phone", detail: clip(phones.toSorted().join(", ")), ...onStart }];
}

export const pageBasics = defineAnalyser({
  feature: "headings",
  name: "page_basics",
  explanation: `What visitors and search engines expect of a website, from what the audit has read anyway.

- **Search engines:** a start page, or half of five or more pages, closed to them; a title or description that is missing or that several pages share; a canonical address on another host or on a page that is broken. Pages that are closed, or whose canonical address is another page, are not compared.
- **Contact:** \`tel:\` and \`mailto:\` links that can't work; links with phone numbers of which none is the business's; JSON-LD that can't be parsed; a LocalBusiness without name, phone or address.
- **Texts and images:** what builders and themes put in until somebody writes a text; images without \`alt\` (axe-core's \`image-alt\`).
- **Links to places** (\`/about#team\`) that a page of the website does not have. Links that scripts seem to handle are left out.
- **Weight:** images, scripts and style sheets over 1 MB, and pages over 3 MB together with these, unless that is due to files over 1 MB alone. Sizes are what servers said to the check of links (switch \`broken_links\`); films, images that load later and those of which browsers choose one do not count.
- **Preview image and icon** that are missing or gone. Browsers try \`/favicon.ico\` if a page names no icon, and so does the audit.
- **One secure address:** http that does not lead to https; scripts, style sheets and frames by http on a page by https, which browsers block; \`www\` and the bare host that both show the start page, with no redirect and no canonical address. The other host is asked if the page names its icon: this check makes one request at most.`,
  category: "website",
  items: { page_basics: pageBasicsData },
  reads: "everyPage",
  notNews: ["pages_checked_count", "issue_counts", "pages_count", "pages", "bytes"],
  collect: () => new BasicsOfPages(),
  runsLast: true,
  analyse: (crawl, site, pages) => pages.judge(crawl, site),
  tell: tellBasics,
  summary: {},
  whenOff: {},
  summarise: () => ({}),
});
