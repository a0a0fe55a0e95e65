import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { Problem } from "../../terminal.ts";
import { goOn } from "./goOn.ts";
import { type Ask, example, type Run } from "./options.ts";

export function defineExportCommand(program: Command, run: Run) {
  program
    .command("export <file>")
    .description("Write a reseller's customers to a new CSV file.")
    .requiredOption("--reseller <reseller>", "whose; its uuid or name")
    .addHelpText("after", example("export customers.csv --reseller UUID"))
    .action((file, { reseller: reseller_uuid }) =>
      run("export", { reseller_uuid }, (first, { ask }) =>
        exportAll(first as Exported, { ask, file, reseller_uuid }),
      ),
    );
}

interface Customer {
  business: Record<string, string>;
  [field: string]: string | Record<string, string>;
}

/** The result of `export`: a page. */
interface Exported {
  pages: number;
  customers: Customer[];
  left_out: number;
}

async function exportAll(
  first: Exported,
  { ask, file, reseller_uuid }: { ask: Ask; file: string; reseller_uuid: string },
) {
  let page = 1;
  const { customers, left_out } = await goOn(first, {
    hasMore: ({ pages }) => page < pages,
    say: ({ pages }) => `Page ${page + 1} of ${pages}`,
    more: async ({ customers, left_out }) => {
      page += 1;
      const next = (await ask("export", { reseller_uuid, page })) as Exported;
      return {
        ...next,
        customers: [...customers, ...next.customers],
        left_out: left_out + next.left_out,
      };
    },
  });
  write(file, toCsv(customers.map(flat)));
  return { customers: customers.length, file, left_out };
}

/** Never in place of another file, and for this user only. */
function write(file: string, text: string) {
  try {
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
  } catch (error) {
    throw new Problem(`${file} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

function flat({ business, ...person }: Customer): Record<string, string> {
  const named = Object.entries(business).map(([name, value]) => [`business.${name}`, value]);
  return { ...(person as Record<string, string>), ...Object.fromEntries(named) };
}

function toCsv(rows: Record<string, string>[]): string {
  const names = Object.keys(rows[0] ?? { email: "" });
  const lines = [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))];
  return `${lines.map((cells) => cells.map(cellOf).join(",")).join("\r\n")}\r\n`;
}

/** Quoted (RFC 4180), with an apostrophe before what a spreadsheet would take for a formula. */
function cellOf(value: string): string {
  const guarded = /^[=+\-@]/.test(value) ? `'${value}` : value;
  return `"${guarded.replaceAll('"', '""')}"`;
}
