import type { Command } from "commander";
import { example, type Run } from "../commandLine.ts";

export function defineResellerCommands(program: Command, run: Run) {
  const reseller = program.command("reseller").description("reseller accounts");
  reseller
    .command("create")
    .description('Create a reseller, with a default plan "Standard" that has every switch on.')
    .requiredOption("--name <name>", "the reseller's name")
    .addHelpText("after", example("reseller create --name 'Acme Web Design'"))
    .action(({ name }) => run("reseller create", { name }));
  reseller
    .command("list")
    .description("List all resellers.")
    .addHelpText("after", example("reseller list"))
    .action(() => run("reseller list", {}));
}
