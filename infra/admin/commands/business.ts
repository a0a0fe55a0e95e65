import type { Command } from "commander";
import { example, type Run } from "../commandLine.ts";

export function defineBusinessCommands(program: Command, run: Run) {
  program
    .command("business")
    .description("businesses of a reseller's users")
    .command("set-plan <business>")
    .description("Give a business another plan of its reseller.")
    .requiredOption("--plan <uuid>", "the plan")
    .addHelpText("after", example("business set-plan UUID --plan UUID"))
    .action((business_uuid, { plan: plan_uuid }) =>
      run("business set-plan", { business_uuid, plan_uuid }),
    );
}
