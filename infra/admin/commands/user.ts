import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example } from "./options.ts";

export function defineUserCommands(program: Command, run: Run) {
  const user = program.command("user").description("users of resellers");
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
}
