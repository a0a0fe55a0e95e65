import type { Command } from "commander";
import { collect, example, type Run } from "../commandLine.ts";

export function defineCustomFieldCommands(program: Command, run: Run) {
  const customField = program.command("custom-field").description("custom fields of a reseller");
  customField
    .command("create")
    .description("Create a custom field that the reseller's businesses can have a value of.")
    .requiredOption("--reseller <uuid>", "whose field it is")
    .requiredOption("--name <name>", "its name, as requests will carry it")
    .requiredOption("--type <type>", "text or select")
    .option("--options <choices>", "what a select offers; give it again for more", collect)
    .option("--required", "each new business needs a value")
    .addHelpText(
      "after",
      example(
        "custom-field create --reseller UUID --name Tier --type select --options gold,silver",
      ),
    )
    .action(({ reseller: reseller_uuid, ...field }) =>
      run("custom-field create", { reseller_uuid, ...field }),
    );
  customField
    .command("list")
    .description("List a reseller's custom fields.")
    .requiredOption("--reseller <uuid>", "whose fields")
    .addHelpText("after", example("custom-field list --reseller UUID"))
    .action(({ reseller: reseller_uuid }) => run("custom-field list", { reseller_uuid }));
}
