import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example, pageOption } from "./options.ts";

export function defineUserCommands(program: Command, run: Run) {
  const user = program
    .command("user")
    .description("users of resellers, each named by uuid or e-mail address");
  user
    .command("list")
    .description("List the users of a reseller, oldest first, 20 a page.")
    .requiredOption("--reseller <reseller>", "whose users; its uuid or name")
    .addOption(pageOption())
    .addHelpText("after", example("user list --reseller UUID"))
    .action(({ reseller: reseller_uuid, page }) => run("user list", { reseller_uuid, page }));
  user
    .command("suspend <user>")
    .description("Stop the checks of a user's websites, and mail to the user.")
    .addHelpText("after", example("user suspend ada@example.com"))
    .action((uuid) => run("user suspend", { uuid }));
  user
    .command("resume <user>")
    .description("End the suspension of a user.")
    .addHelpText("after", example("user resume ada@example.com"))
    .action((uuid) => run("user resume", { uuid }));
  user
    .command("delete <user>")
    .description("Delete a user, with the user's businesses and all that is in them.")
    .option("--yes", "do it; without it, says what would be deleted")
    .addHelpText("after", example("user delete UUID --yes"))
    .action((uuid, { yes }) => run("user delete", { uuid, yes }));
}
