import type { Command } from "commander";
import { csvOf } from "../csv.ts";
import { goOn } from "./goOn.ts";
import { type Ask, example, type Run } from "./options.ts";

export function defineUsageCommand(program: Command, run: Run) {
  program
    .command("usage")
    .description(
      "List what each reseller used in a month, and what each of it cost the provider in USD. Websites are an average over the month; checks and audits are those that their plans provided for. Stored bytes are as `reseller recount` last counted them; what it corrected is included, and listed.",
    )
    .option("--month <month>", "in UTC, such as 2026-11; without it, this month until now")
    .option("--reseller <reseller>", "of this one only, or of this sandbox; its uuid or name")
    .option("--csv", "as CSV for spreadsheets")
    .addHelpText("after", example("usage --month 2026-11 --csv > usage.csv"))
    .action(({ reseller: reseller_uuid, month, csv }) =>
      run(
        "usage",
        { reseller_uuid, month },
        csv ? async (rows) => csvOf(rows as Record<string, unknown>[]) : undefined,
      ),
    );
}

/** Adds the command that counts a reseller's websites again. */
export function defineRecountCommand(reseller: Command, run: Run) {
  reseller
    .command("recount <reseller>")
    .description(
      "Count what is stored of a reseller's customers, for its usage of this month. Counts its websites again as well, from now on, and lists each business that counted otherwise: those from before usage was kept, later none.",
    )
    .addHelpText("after", example("reseller recount UUID"))
    .action((uuid) =>
      run("reseller recount", { uuid }, (first, { ask }) =>
        recountWhole(first as Recount, { uuid, ask }),
      ),
    );
}

/** The result of a call of `reseller recount`. */
interface Recount {
  businesses: number;
  changed: unknown[];
  bytes: number;
  next: string | null;
}

/** Goes on until all businesses are counted. */
export async function recountWhole(
  first: Recount,
  { uuid, ask }: { uuid: string; ask: Ask },
): Promise<Omit<Recount, "next">> {
  const { next: _, ...sum } = await goOn(first, {
    hasMore: ({ next }) => next !== null,
    say: ({ businesses, changed }) =>
      `Counted ${businesses} businesses, ${changed.length} of them otherwise`,
    more: async ({ businesses, changed, bytes, next }) => {
      const more = (await ask("reseller recount", { uuid, after: next, bytes })) as Recount;
      return {
        ...more,
        businesses: businesses + more.businesses,
        changed: [...changed, ...more.changed],
      };
    },
  });
  return sum;
}
