import type { Command } from "commander";
import { example, pageOption, type Run } from "./options.ts";

export function defineBusinessCommands(program: Command, run: Run) {
  const business = program.command("business").description("businesses of a reseller's users");
  business
    .command("list")
    .description("List the businesses of a user, oldest first, 20 a page.")
    .requiredOption("--user <user>", "whose businesses; a uuid or e-mail address")
    .addOption(pageOption())
    .addHelpText("after", example("business list --user UUID"))
    .action(({ user: user_uuid, page }) => run("business list", { user_uuid, page }));
  business
    .command("set-plan <business>")
    .description("Move a business to another plan of its reseller.")
    .requiredOption("--plan <uuid>", "the plan")
    .addHelpText("after", example("business set-plan UUID --plan UUID"))
    .action((business_uuid, { plan: plan_uuid }) =>
      run("business set-plan", { business_uuid, plan_uuid }),
    );
  business
    .command("set-address <business>")
    .description("Set the address that the listings audit looks for; omitted parts stay.")
    .option("--address-line-1 <text>", "the street")
    .option("--address-line-2 <text>", 'may be ""')
    .option("--address-line-3 <text>", 'may be ""')
    .option("--city <text>", "the city")
    .option("--county <text>", 'may be ""')
    .option("--postcode <text>", 'may be ""')
    .option("--phone-number <number>", "in international format, +442071838750")
    .option("--country-code <code>", "two letters, as in GB")
    .addHelpText("after", example("business set-address UUID --city Leeds --postcode 'LS1 1AA'"))
    .action((uuid, options) => run("business set-address", { uuid, ...options }));
  business
    .command("delete <uuid>")
    .description("Delete a business, with its websites and competitors.")
    .option("--yes", "delete it; without this, only say what would be deleted")
    .addHelpText("after", example("business delete UUID --yes"))
    .action((uuid, { yes }) => run("business delete", { uuid, yes }));
}
