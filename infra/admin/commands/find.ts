import type { Command } from "commander";
import { example, type Run } from "./options.ts";

export function defineFindCommands(program: Command, run: Run) {
  program
    .command("find <text>")
    .description(
      "Find records by the beginning of a reseller's or business's name, an e-mail address or a host name, or by uuid.",
    )
    .option("--reseller <reseller>", "only those of this reseller; its uuid or name")
    .option("--after <next>", "continue after a page: the `next` that it showed")
    .addHelpText("after", example("find example.com"))
    .action((text, { reseller: reseller_uuid, after }) =>
      run("find", { text, reseller_uuid, after }),
    );
  program
    .command("show <uuid>")
    .description("Show the record with this uuid, its owners, and what belongs to it.")
    .addHelpText("after", example("show UUID"))
    .action((uuid) => run("show", { uuid }));
}
