import type { Command } from "commander";
import { example, pageOption, type Run, WEBSITE } from "./options.ts";

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
    .description("Explain why a website is shown as up or down, and when it is checked next.")
    .addHelpText("after", `\nThe website: ${WEBSITE}.`)
    .addHelpText("after", example("website explain example.com"))
    .action((website) => run("website explain", { website }));
  website
    .command("set-hostname <website> <hostname>")
    .description("Change a website's host name; its checks start over.")
    .addHelpText("after", `\nThe website: ${WEBSITE}.`)
    .addHelpText("after", example("website set-hostname UUID https://example.com"))
    .action((website, hostname) => run("website set-hostname", { website, hostname }));
  website
    .command("delete <website>")
    .description("Delete a website, with its checks and its feed.")
    .option("--yes", "delete it; without this, only say what would be deleted")
    .addHelpText("after", `\nThe website: ${WEBSITE}.`)
    .addHelpText("after", example("website delete UUID --yes"))
    .action((website, { yes }) => run("website delete", { website, yes }));
  program
    .command("down")
    .description("websites that are down")
    .command("list")
    .description("List the websites that are shown as down, 50 a page.")
    .option("--reseller <reseller>", "only those of this reseller; its uuid or name")
    .option("--after <next>", "continue after a page: the `next` that it showed")
    .addHelpText("after", example("down list --reseller UUID"))
    .action(({ reseller: reseller_uuid, after }) => run("down list", { reseller_uuid, after }));
  program
    .command("feed")
    .description("feed items of a website")
    .command("list <website>")
    .description("List the last feed items of a website, newest first.")
    .option("--limit <number>", "how many, 1 to 100; default 20", Number)
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
  competitor
    .command("reread <uuid>")
    .description("Read a competitor's site again; fields that the reseller set stay.")
    .addHelpText("after", example("competitor reread UUID"))
    .action((uuid) => run("competitor reread", { uuid }));
  competitor
    .command("delete <uuid>")
    .description("Delete a competitor.")
    .option("--yes", "delete it; without this, only say what would be deleted")
    .addHelpText("after", example("competitor delete UUID --yes"))
    .action((uuid, { yes }) => run("competitor delete", { uuid, yes }));
}
