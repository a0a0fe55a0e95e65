import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example } from "./options.ts";

export function defineMailCommands(program: Command, run: Run) {
  const mail = program.command("mail").description("mails to a user");
  mail
    .command("list")
    .description("Show what became of the mails to a user.")
    .requiredOption("--user <user>", "the user: a uuid or e-mail address")
    .addHelpText("after", example("mail list --user UUID"))
    .action(({ user: user_uuid }) => run("mail list", { user_uuid }));
  mail
    .command("resend")
    .description("Send a user's onboarding mail, again where it was sent before.")
    .requiredOption("--user <user>", "the user: a uuid or e-mail address")
    .option("--lift", "also to an address that bounced or complained, which is forgotten")
    .addHelpText("after", example("mail resend --user UUID"))
    .action(({ user: user_uuid, lift }) => run("mail resend", { user_uuid, lift }));
}
