import type { Command } from "commander";
import { example, type Run } from "./options.ts";
import { defineRecountCommand } from "./usage.ts";

export function defineResellerCommands(program: Command, run: Run) {
  const reseller = program.command("reseller").description("reseller accounts");
  reseller
    .command("create")
    .description('Create a reseller, with a default plan "Standard" that has every switch on.')
    .requiredOption("--name <name>", "the reseller's name")
    .option("--same-name", "allow a name that another reseller has")
    .addHelpText("after", example("reseller create --name 'Acme Web Design'"))
    .action((options) => run("reseller create", options));
  reseller
    .command("rename <reseller>")
    .description("Rename a reseller, given by its uuid or name.")
    .requiredOption("--name <name>", "the new name")
    .option("--same-name", "allow a name that another reseller has")
    .addHelpText("after", example("reseller rename UUID --name 'Acme Web'"))
    .action((uuid, options) => run("reseller rename", { uuid, ...options }));
  reseller
    .command("close <reseller>")
    .description(
      "Close a reseller with its sandbox: keys, checks, mails, webhooks and shares stop. Everything is kept for 30 days, then removed.",
    )
    .option("--yes", "do it; without this, only say what would happen")
    .addHelpText("after", example("reseller close UUID --yes"))
    .action((uuid, { yes }) => run("reseller close", { uuid, yes }));
  reseller
    .command("reopen <reseller>")
    .description("Undo a closing within its 30 days: everything works again as before.")
    .addHelpText("after", example("reseller reopen UUID"))
    .action((uuid) => run("reseller reopen", { uuid }));
  reseller
    .command("list")
    .description("List all resellers.")
    .addHelpText("after", example("reseller list"))
    .action(() => run("reseller list", {}));
  reseller
    .command("set <reseller>")
    .description(
      "Set how a reseller's mails look, and the reseller's limits; \"\" removes a setting.",
    )
    .option(
      "--sender-name <name>",
      "the sender of its users' mails; default is the reseller's name",
    )
    .option("--reply-to <address>", "the address for replies to these mails")
    .option("--logo-url <url>", "an image, shown 48 pixels high")
    .option("--colour <#rrggbb>", "colour of the button")
    .option("--link <url>", "where the button leads: the users' results")
    .option("--report-mails <frequency>", "how often its users get a report: monthly, weekly, none")
    .option("--email <address>", "the reseller's own address, for notices about disabled webhooks")
    .option("--max-users <number>", "how many users it may have")
    .option("--max-businesses <number>", "how many businesses in all")
    .option("--max-websites <number>", "how many websites in all")
    .option("--max-websites-per-business <number>", "how many websites each business may have")
    .option("--max-websites-per-host <number>", "how many websites of one host name")
    .option("--max-competitors-per-business <number>", "how many competitors")
    .option("--max-webhooks <number>", "how many webhooks")
    .option("--max-shares <number>", "how many shares")
    .option("--reads-per-minute <number>", "how many GET and HEAD requests it may make")
    .option("--writes-per-minute <number>", "how many POST, PATCH and DELETE requests")
    .option("--mails-per-day <number>", "how many mails it may send; more wait for the next day")
    .addHelpText("after", example("reseller set UUID --sender-name Acme --colour '#0b7a4b'"))
    .action((uuid, options) => run("reseller set", { uuid, ...options }));
  defineRecountCommand(reseller, run);
}
