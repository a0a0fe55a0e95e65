import type { Command } from "commander";
import { example, type Run } from "../commandLine.ts";

export function defineKeyCommands(program: Command, run: Run) {
  const key = program.command("key").description("API keys of a reseller");
  key
    .command("create")
    .description("Issue an API key. It is shown this once: nobody can read it again.")
    .requiredOption("--reseller <uuid>", "whose key it is")
    .requiredOption("--name <name>", "what the key is for")
    .option(
      "--expires-in <time>",
      "a number of h (hours), d (days), w (weeks) or y (years of 365 days); without it, never",
    )
    .addHelpText("after", example("key create --reseller UUID --name Production --expires-in 90d"))
    .action(({ reseller: reseller_uuid, name, expiresIn: expires_in }) =>
      run("key create", { reseller_uuid, name, expires_in }),
    );
  key
    .command("list")
    .description("List a reseller's keys, without the keys themselves.")
    .requiredOption("--reseller <uuid>", "whose keys")
    .addHelpText("after", example("key list --reseller UUID"))
    .action(({ reseller: reseller_uuid }) => run("key list", { reseller_uuid }));
  key
    .command("revoke <uuid>")
    .description("Revoke a key for good: it is refused everywhere within 10 seconds.")
    .addHelpText("after", example("key revoke UUID"))
    .action((uuid) => run("key revoke", { uuid }));
}
