import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example, pageOption, WEBSITE } from "./options.ts";

export function defineWebsiteCommands(program: Command, run: Run) {
  const website = program.command("website").description("websites of businesses");
  website
    .command("list")
    .description("List the websites of a business, oldest first, 20 a page.")
    .requiredOption("--business <uuid>", "whose websites")
    .addOption(pageOption())
    .addHelpText("after", example("website list --business UUID"))
    .action(({ business: business_uuid, page }) => run("website list", { business_uuid, page }));
  website
    .command("explain <website>")
    .description("Say why a website is shown as it is, and when it is checked next.")
    .addHelpText("after", `\nThe website: ${WEBSITE}.`)
    .addHelpText("after", example("website explain example.com"))
    .action((website) => run("website explain", { website }));
  program
    .command("down")
    .description("websites that are down")
    .command("list")
    .description("List the websites that are shown as down, 50 a page.")
    .option("--reseller <uuid>", "only those of this reseller")
    .option("--after <next>", "go on after a page, with the `next` that it showed")
    .addHelpText("after", example("down list --reseller UUID"))
    .action(({ reseller: reseller_uuid, after }) => run("down list", { reseller_uuid, after }));
  program
    .command("feed")
    .description("feed items of a website")
    .command("list <website>")
    .description("List the last feed items of a website, newest first.")
    .option("--limit <number>", "at most so many, 1 to 100; without it, 20", Number)
    .option("--details", "with the data of each")
    .addHelpText("after", `\nThe website: ${WEBSITE}.`)
    .addHelpText("after", example("feed list example.com --details"))
    .action((website, { limit, details }) => run("feed list", { website, limit, details }));
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
