import type { Command } from "commander";
import { csvOf } from "../csv.ts";
import { example, type Run } from "./options.ts";

export function defineUsageCommand(program: Command, run: Run) {
  program
    .command("usage")
    .description(
      "List what each reseller used in a month, and what that cost the provider. Websites are an average over the month; the cost is that of a website with uptime every five minutes and an audit a day, of deliveries and of mails, in USD.",
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
