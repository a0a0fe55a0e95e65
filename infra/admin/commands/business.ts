import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example, pageOption } from "./options.ts";

export function defineBusinessCommands(program: Command, run: Run) {
  const business = program.command("business").description("businesses of a reseller's users");
  business
    .command("list")
    .description("List the businesses of a user, oldest first, 20 a page.")
    .requiredOption("--user <uuid>", "whose businesses")
    .addOption(pageOption())
    .addHelpText("after", example("business list --user UUID"))
    .action(({ user: user_uuid, page }) => run("business list", { user_uuid, page }));
  business
    .command("set-plan <business>")
    .description("Give a business another plan of its reseller.")
    .requiredOption("--plan <uuid>", "the plan")
    .addHelpText("after", example("business set-plan UUID --plan UUID"))
    .action((business_uuid, { plan: plan_uuid }) =>
      run("business set-plan", { business_uuid, plan_uuid }),
    );
}
