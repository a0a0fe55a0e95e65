import type { Command } from "commander";
import { example, pageOption, type Run } from "./options.ts";

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
    .description("Delete a user, with the user's businesses and everything that belongs to them.")
    .option("--yes", "delete it; without this, only say what would be deleted")
    .addHelpText("after", example("user delete UUID --yes"))
    .action((uuid, { yes }) => run("user delete", { uuid, yes }));
}

export function defineMailCommands(program: Command, run: Run) {
  const mail = program.command("mail").description("mails to users and resellers");
  mail
    .command("list")
    .description("List the mails to a user, or those of a reseller that were not sent.")
    .option("--user <user>", "the user: a uuid or e-mail address")
    .option("--reseller <reseller>", "the reseller: its uuid or name")
    .option("--not-sent", "mails beyond the reseller's limit of a day; newest first, at most 1,000")
    .addHelpText("after", example("mail list --user UUID"))
    .addHelpText("after", example("mail list --reseller UUID --not-sent"))
    .action(({ user: user_uuid, reseller: reseller_uuid, notSent: not_sent }) =>
      run("mail list", { user_uuid, reseller_uuid, not_sent }),
    );
  mail
    .command("resend")
    .description("Send a user's onboarding mail, even if it was sent before.")
    .requiredOption("--user <user>", "the user: a uuid or e-mail address")
    .option("--lift", "send to an address that bounced or complained, too, and end its suppression")
    .addHelpText("after", example("mail resend --user UUID"))
    .action(({ user: user_uuid, lift }) => run("mail resend", { user_uuid, lift }));
  mail
    .command("resubscribe")
    .description("Send a user reports again who has unsubscribed.")
    .requiredOption("--user <user>", "the user: a uuid or e-mail address")
    .addHelpText("after", example("mail resubscribe --user UUID"))
    .action(({ user: user_uuid }) => run("mail resubscribe", { user_uuid }));
}
