import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example } from "./options.ts";

export function defineWebhookCommands(program: Command, run: Run) {
  const webhook = program.command("webhook").description("webhooks of a reseller");
  webhook
    .command("list")
    .description("List a reseller's webhooks, and how their endpoints do.")
    .requiredOption("--reseller <reseller>", "whose webhooks; its uuid or name")
    .addHelpText("after", example("webhook list --reseller UUID"))
    .action(({ reseller: reseller_uuid }) => run("webhook list", { reseller_uuid }));
  webhook
    .command("enable <uuid>")
    .description("Enable a webhook, and have what waits for it sent now.")
    .addHelpText("after", example("webhook enable UUID"))
    .action((uuid) => run("webhook enable", { uuid }));
  webhook
    .command("disable <uuid>")
    .description("Have nothing sent to a webhook until it is enabled. What waits for it is kept.")
    .addHelpText("after", example("webhook disable UUID"))
    .action((uuid) => run("webhook disable", { uuid }));
  webhook
    .command("test <uuid>")
    .description("Send a test event to a webhook, also to a disabled one.")
    .addHelpText("after", example("webhook test UUID"))
    .action((uuid) => run("webhook test", { uuid }));
}
