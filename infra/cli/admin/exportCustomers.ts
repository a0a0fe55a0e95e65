import { existsSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { Problem, WRONG_INPUT_EXIT_CODE } from "../terminal.ts";
import { csvOf } from "./format.ts";

/** Reads a path of the API in a reseller's name. */
type Read = (reseller: string, path: string) => Promise<unknown>;

interface Customer {
  user: Record<string, string> & { uuid: string };
  businesses: { uuid: string; name: string }[];
  websites: { hostname: string; business_uuid: string }[];
  addresses: Record<string, string>[];
}

const PER_PAGE = 100;
const AT_ONCE = 4;

const PERSON = ["email", "first_name", "last_name", "language_preference"] as const;
const ADDRESS = [
  ...["address_line_1", "address_line_2", "address_line_3", "city", "county", "postcode"],
  ...["phone_number", "country_code"],
];
const COLUMNS = [...PERSON, "business_name", "hostname", ...ADDRESS];

/** Adds `export`, which writes a reseller's customers to a file that the program `onboardFromCsv` reads. */
export function addExportCommand(program: Command, read: Read, out: (text: string) => void) {
  program
    .command("export <file>")
    .description(
      "Write the customers of a reseller, each with the first business and website, to a new CSV file that onboardFromCsv reads.",
    )
    .requiredOption("--reseller <reseller>", "the customers' reseller (uuid or name)")
    .addHelpText("after", "\nExample:\n  npm run -s admin -- export customers.csv --reseller Acme")
    .action(async (file: string, { reseller }: { reseller: string }) => {
      assertNew(file);
      const rows = await readRows((path) => read(reseller, path));
      // Spreadsheets recognize UTF-8 by the byte order mark.
      writeNew(file, `\uFEFF${csvOf([COLUMNS, ...rows])}\n`);
      out(`${rows.length} customers in ${file}\n`);
    });
}

async function readRows(read: (path: string) => Promise<unknown>): Promise<string[][]> {
  const rows: string[][] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const list = (await read(`/v1/users?per_page=${PER_PAGE}&page=${page}`)) as {
      data: { uuid: string }[];
      meta: { last_page: number; total: number };
    };
    last = list.meta.last_page;
    for (let first = 0; first < list.data.length; first += AT_ONCE) {
      const some = list.data.slice(first, first + AT_ONCE);
      // The first business and its first website are on the first page of an export.
      const exports = await Promise.all(some.map(({ uuid }) => read(`/v1/users/${uuid}/export`)));
      for (const each of exports) rows.push(...rowsOf((each as { data: Customer }).data));
    }
    if (page < last) process.stderr.write(`${rows.length} of ${list.meta.total} customers ...\n`);
  }
  return rows;
}

/** The row of a customer; none without a business, which an onboarding needs. */
function rowsOf({ user, businesses, websites, addresses }: Customer): string[][] {
  const [business] = businesses;
  if (!business) return [];
  const website = websites.find(({ business_uuid }) => business_uuid === business.uuid);
  const address = addresses.find(({ business_uuid }) => business_uuid === business.uuid);
  return [
    [
      ...PERSON.map((name) => user[name] ?? ""),
      ...[business.name, website?.hostname ?? ""],
      ...ADDRESS.map((name) => address?.[name] ?? ""),
    ],
  ];
}

/** Throws a Problem before the customers are read, which takes minutes for many. */
function assertNew(file: string) {
  const refuse = (sentence: string) => {
    throw new Problem(sentence, WRONG_INPUT_EXIT_CODE);
  };
  if (existsSync(file)) refuse(`${file} exists already: name a new file.`);
  if (!existsSync(dirname(file))) refuse(`There is no folder ${dirname(file)}.`);
}

/** Never in place of another file, and for this user only. */
function writeNew(file: string, text: string) {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new Problem(`${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
