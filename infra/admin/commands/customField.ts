import type { Command } from "commander";
import { collect, example, type Run } from "./options.ts";

export function defineCustomFieldCommands(program: Command, run: Run) {
  const customField = program.command("custom-field").description("custom fields of a reseller");
  customField
    .command("create")
    .description("Create a custom field for the businesses of a reseller.")
    .requiredOption("--reseller <reseller>", "whose field it is; its uuid or name")
    .requiredOption("--name <name>", "its name in requests")
    .requiredOption("--type <type>", "text or select")
    .option(
      "--options <choices>",
      "the choices of a select, separated by commas; can be repeated",
      collect,
    )
    .option("--required", "POST /v1/businesses requires a value; onboarding does not ask for one")
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
    .requiredOption("--reseller <reseller>", "whose fields; its uuid or name")
    .addHelpText("after", example("custom-field list --reseller UUID"))
    .action(({ reseller: reseller_uuid }) => run("custom-field list", { reseller_uuid }));
  customField
    .command("update <uuid>")
    .description("Change a custom field. The values that businesses have stay as they are.")
    .requiredOption("--reseller <reseller>", "whose field it is; its uuid or name")
    .option("--name <name>", "its new name in requests")
    .option(
      "--options <choices>",
      "the new choices of a select, which replace the present ones",
      collect,
    )
    .option("--required", "POST /v1/businesses requires a value")
    .option("--no-required", "no value is required")
    .addHelpText("after", example("custom-field update UUID --reseller UUID --no-required"))
    .action((uuid, { reseller: reseller_uuid, ...changes }) =>
      run("custom-field update", { uuid, reseller_uuid, ...changes }),
    );
  customField
    .command("delete <uuid>")
    .description("Delete a custom field, with every business's value of it.")
    .requiredOption("--reseller <reseller>", "whose field it is; its uuid or name")
    .option("--yes", "delete it; without this, only say what would be deleted")
    .addHelpText("after", example("custom-field delete UUID --reseller UUID --yes"))
    .action((uuid, { reseller: reseller_uuid, yes }) =>
      run("custom-field delete", { uuid, reseller_uuid, yes }),
    );
}
