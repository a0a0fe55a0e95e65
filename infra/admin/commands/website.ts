import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example, pageOption } from "./options.ts";

export function defineWebsiteCommands(program: Command, run: Run) {
  const website = program.command("website").description("websites of businesses");
  website
    .command("list")
    .description("List the websites of a business, oldest first, 20 a page.")
    .requiredOption("--business <uuid>", "whose websites")
    .addOption(pageOption())
    .addHelpText("after", example("website list --business UUID"))
    .action(({ business: business_uuid, page }) => run("website list", { business_uuid, page }));
}

export function defineCompetitorCommands(program: Command, run: Run) {
  const competitor = program.command("competitor").description("competitors of businesses");
  competitor
    .command("list")
    .description("List the competitors of a business, oldest first, 20 a page.")
    .requiredOption("--business <uuid>", "whose competitors")
    .addOption(pageOption())
    .addHelpText("after", example("competitor list --business UUID"))
    .action(({ business: business_uuid, page }) => run("competitor list", { business_uuid, page }));
}
