import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example, pageOption } from "./options.ts";

export function defineUserCommands(program: Command, run: Run) {
  const user = program.command("user").description("users of resellers");
  user
    .command("list")
    .description("List the users of a reseller, oldest first, 20 a page.")
    .requiredOption("--reseller <uuid>", "whose users")
    .addOption(pageOption())
    .addHelpText("after", example("user list --reseller UUID"))
    .action(({ reseller: reseller_uuid, page }) => run("user list", { reseller_uuid, page }));
  user
    .command("suspend <uuid>")
    .description("Stop the checks of a user's websites, and mail to the user.")
    .addHelpText("after", example("user suspend USER_UUID"))
    .action((uuid) => run("user suspend", { uuid }));
  user
    .command("resume <uuid>")
    .description("End the suspension of a user.")
    .addHelpText("after", example("user resume USER_UUID"))
    .action((uuid) => run("user resume", { uuid }));
  user
    .command("delete <uuid>")
    .description("Delete a user, with the user's businesses and all that is in them.")
    .option("--yes", "do it; without it, says what would be deleted")
    .addHelpText("after", example("user delete UUID --yes"))
    .action((uuid, { yes }) => run("user delete", { uuid, yes }));
}
