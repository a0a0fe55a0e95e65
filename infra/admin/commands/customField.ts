import type { Command } from "commander";
import { collect, example, type Run } from "./options.ts";

export function defineCustomFieldCommands(program: Command, run: Run) {
  const customField = program.command("custom-field").description("custom fields of a reseller");
  customField
    .command("create")
    .description("Create a custom field that the reseller's businesses can have a value of.")
    .requiredOption("--reseller <reseller>", "whose field it is; its uuid or name")
    .requiredOption("--name <name>", "its name, as requests will carry it")
    .requiredOption("--type <type>", "text or select")
    .option("--options <choices>", "what a select offers; give it again for more", collect)
    .option(
      "--required",
      "each new business of POST /v1/businesses needs a value; onboarding does not ask for one",
    )
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
    .option("--name <name>", "its new name, as requests will carry it")
    .option(
      "--options <choices>",
      "what a select offers from now on, in the place of what it does",
      collect,
    )
    .option("--required", "each new business of POST /v1/businesses needs a value")
    .option("--no-required", "a new business needs no value")
    .addHelpText("after", example("custom-field update UUID --reseller UUID --no-required"))
    .action((uuid, { reseller: reseller_uuid, ...changes }) =>
      run("custom-field update", { uuid, reseller_uuid, ...changes }),
    );
  customField
    .command("delete <uuid>")
    .description("Delete a custom field, with every business's value of it.")
    .requiredOption("--reseller <reseller>", "whose field it is; its uuid or name")
    .option("--yes", "do it; without it, says what would be deleted")
    .addHelpText("after", example("custom-field delete UUID --reseller UUID --yes"))
    .action((uuid, { reseller: reseller_uuid, yes }) =>
      run("custom-field delete", { uuid, reseller_uuid, yes }),
    );
}
