import type { Command } from "commander";
import { example, type Run } from "../commandLine.ts";

export function defineCheckCommands(program: Command, run: Run) {
  program
    .command("check")
    .description("checks of a website")
    .command("list")
    .description("Show the last checks of a website, and when the next are due.")
    .requiredOption("--website <uuid>", "the website")
    .addHelpText("after", example("check list --website UUID"))
    .action(({ website: website_uuid }) => run("check list", { website_uuid }));
}
