import type { Command } from "commander";
import { example, type Run } from "./options.ts";

export function defineSigningKeyCommands(program: Command, run: Run) {
  program
    .command("signing-key")
    .description("the key that webhooks' secrets are derived from")
    .command("accept")
    .description("Accept a new key after the old one was lost.")
    .option("--yes", "confirm that every webhook gets another secret")
    .addHelpText("after", example("signing-key accept --yes"))
    .action(({ yes }) => run("signing-key accept", { yes }));
}
