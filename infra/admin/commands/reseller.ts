import type { Command } from "commander";
import type { Run } from "../program.ts";
import { collect, example } from "./options.ts";

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
  reseller
    .command("set <uuid>")
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
