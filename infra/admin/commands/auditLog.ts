import type { Command } from "commander";
import { example, type Run } from "./options.ts";

export function defineAuditLogCommand(program: Command, run: Run) {
  program
    .command("audit-log")
    .description("Show who changed what, and which operator read what, newest first.")
    .option(
      "--reseller <reseller>",
      "of this one; its uuid or name; without it, of all in the last day",
    )
    .option(
      "--actor <actor>",
      "by this key (its uuid or name), operator, or type: key, operator, service",
    )
    .option("--action <action>", "what was done: website.deleted, plan.updated, account.read …")
    .option("--record <uuid>", "to this record")
    .option("--since <time>", "at this time or later; without it, the last 30 days of a reseller")
    .option("--until <time>", "before this time")
    .option("--limit <number>", "the most entries, up to 100; default 20", Number)
    .addHelpText("after", example("audit-log --reseller Acme --action website.deleted"))
    .action(({ reseller: reseller_uuid, ...options }) =>
      run("audit-log", { reseller_uuid, ...options }),
    );
}
