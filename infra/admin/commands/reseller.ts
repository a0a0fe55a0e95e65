import type { Command } from "commander";
import type { Run } from "../program.ts";
import { collect, example } from "./options.ts";
import { type Deletion, waitForDeletion } from "./waitForDeletion.ts";

export function defineResellerCommands(program: Command, run: Run) {
  const reseller = program.command("reseller").description("reseller accounts");
  reseller
    .command("create")
    .description('Create a reseller, with a default plan "Standard" that has every switch on.')
    .requiredOption("--name <name>", "the reseller's name")
    .option("--same-name", "also where another reseller has the name")
    .addHelpText("after", example("reseller create --name 'Acme Web Design'"))
    .action(({ name, sameName: same_name }) => run("reseller create", { name, same_name }));
  reseller
    .command("rename <reseller>")
    .description("Give a reseller, named by its uuid or name, another name.")
    .requiredOption("--name <name>", "the new name")
    .option("--same-name", "also where another reseller has the name")
    .addHelpText("after", example("reseller rename UUID --name 'Acme Web'"))
    .action((uuid, { name, sameName: same_name }) =>
      run("reseller rename", { uuid, name, same_name }),
    );
  reseller
    .command("delete <reseller>")
    .description(
      "Delete a reseller, named by its uuid or name, and all that it has. Say it again to see how far it is.",
    )
    .option("--yes", "do it; without it, says what would be deleted")
    .option("--wait", "wait until all is gone")
    .addHelpText("after", example("reseller delete UUID --yes --wait"))
    .action((uuid, { yes, wait }) =>
      run(
        "reseller delete",
        { uuid, yes },
        wait && ((result, ask) => waitForDeletion(result as Deletion, ask)),
      ),
    );
  reseller
    .command("list")
    .description("List all resellers.")
    .addHelpText("after", example("reseller list"))
    .action(() => run("reseller list", {}));
  reseller
    .command("set <reseller>")
    .description(
      'Set what a reseller\'s mails look like, and how much it may have; "" removes what was set.',
    )
    .option(
      "--sender-name <name>",
      "whom its users' mails are from; without it, the reseller's name",
    )
    .option("--reply-to <address>", "where answers to them go")
    .option("--logo-url <url>", "an image, shown 48 pixels high")
    .option("--colour <#rrggbb>", "of the button")
    .option("--link <url>", "where its users find their results: the button")
    .option("--email <address>", "where the reseller is told of a webhook that was disabled")
    .option("--max-users <number>", "how many users it may have")
    .option("--max-businesses <number>", "how many businesses in all")
    .option("--max-websites <number>", "how many websites in all")
    .option("--max-websites-per-business <number>", "how many websites each business may have")
    .option("--max-competitors-per-business <number>", "how many competitors")
    .option("--reads-per-minute <number>", "how many GET and HEAD requests it may make")
    .option("--writes-per-minute <number>", "how many POST, PATCH and DELETE requests")
    .addHelpText("after", example("reseller set UUID --sender-name Acme --colour '#0b7a4b'"))
    .action((uuid, options) => run("reseller set", { uuid, ...snakeCase(options) }));
}

/** The options of the command line as the function's input names them: `sender_name`. */
function snakeCase(options: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

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
