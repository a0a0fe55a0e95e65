import { vi } from "vitest";
import type {
  AuditInput,
  Examination,
  Examined,
} from "../../../../shared/audit/analysers/analyser.ts";
import { Site } from "../../../../shared/audit/crawl/site.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";

/** Shows pages to an analyser, as a crawl does, and returns what it says of them. */
export async function examine(
  examination: Examination,
  pages: Page[],
  input: Partial<AuditInput> = {},
): Promise<Examined | undefined> {
  const site = input.crawl?.site ?? new Site(pages[0]?.url ?? "https://example.com/");
  for (const page of pages) examination.add?.(page, site);
  return await examination.examine(input as AuditInput);
}

/** A client that answers without a request. */
export function answering(answer: (url: string) => { status?: number; body?: string }) {
  const client = new PoliteClient();
  vi.spyOn(client, "request").mockImplementation(async (url) => {
    const { status = 200, body = "" } = answer(url);
    const bytes = Buffer.from(body);
    const connection = { address: "", headers: {}, durationMs: 0, redirects: [] };
    const read = { body: bytes, truncated: false, receivedBytes: bytes.length };
    return { url, status, ...connection, ...read };
  });
  return client;
}

/** A business as analysers see it. */
export function businessOf({ name = "", known_words = [], ...address }: Given): Business {
  const lines = { address_line_1: "", address_line_2: "", address_line_3: "" };
  const place = { city: "", county: "", postcode: "", country_code: "", phone_number: "" };
  return { name, known_words, address: { ...lines, ...place, ...address } };
}

type Business = NonNullable<AuditInput["business"]>;
type Given = Partial<Omit<Business, "address"> & Business["address"]>;

/** The summary if nothing is ignored. */
export const summaryOf = ({ faults = [], summary }: Partial<Examined> = {}) => summary?.(faults);

/** The codes of faults. */
export const codesOf = ({ faults }: Partial<Examined> = {}) => faults?.map(({ code }) => code);

/** A page that was read without a fault; give what matters to the test. */
export function page(overrides: Partial<Page> = {}): Page {
  return {
    url: "https://example.com/",
    status: 200,
    isStart: true,
    lang: "en",
    viewport: "width=device-width, initial-scale=1",
    links: [],
    headings: [{ level: 1, text: "Welcome", hidden: false }],
    ...{ text: [], labels: [], codeWords: [], jsonLd: [], brokenJsonLd: 0, meta: {} },
    ...{ mailLinks: [], telephoneLinks: [], imagesWithoutAlt: [], loads: [], feeds: [], cut: [] },
    ...{ hasIcon: false, hasScripts: false },
    ...overrides,
  };
}

/** `h1 h2! h3`: levels in order; `!` is empty, `-` hidden. */
export function headings(outline: string): Page["headings"] {
  return outline
    .split(" ")
    .filter(Boolean)
    .map((heading) => ({
      level: Number(heading.charAt(1)),
      text: heading.endsWith("!") ? " \u200B" : "Text",
      hidden: heading.endsWith("-"),
    }));
}
