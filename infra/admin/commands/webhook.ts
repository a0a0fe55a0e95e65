import type { Command } from "commander";
import { example, type Run } from "./options.ts";

export function defineWebhookCommands(program: Command, run: Run) {
  const webhook = program.command("webhook").description("webhooks of a reseller");
  webhook
    .command("list")
    .description("List a reseller's webhooks with the state of their endpoints.")
    .requiredOption("--reseller <reseller>", "whose webhooks; its uuid or name")
    .addHelpText("after", example("webhook list --reseller UUID"))
    .action(({ reseller: reseller_uuid }) => run("webhook list", { reseller_uuid }));
  webhook
    .command("enable <uuid>")
    .description("Enable a webhook and send its pending deliveries now.")
    .addHelpText("after", example("webhook enable UUID"))
    .action((uuid) => run("webhook enable", { uuid }));
  webhook
    .command("disable <uuid>")
    .description("Stop deliveries to a webhook until it is enabled; pending ones are kept.")
    .addHelpText("after", example("webhook disable UUID"))
    .action((uuid) => run("webhook disable", { uuid }));
  webhook
    .command("test <uuid>")
    .description("Send a test event to a webhook, even to a disabled one.")
    .addHelpText("after", example("webhook test UUID"))
    .action((uuid) => run("webhook test", { uuid }));
}

export function defineDeliveryCommands(program: Command, run: Run) {
  const delivery = program.command("delivery").description("what was sent to a webhook");
  delivery
    .command("list")
    .description("List the deliveries of the last 30 days, newest first, 20 a page.")
    .requiredOption("--webhook <uuid>", "to which webhook")
    .option("--status <status>", "only those that are pending, delivered or failed")
    .option("--type <type>", "only this type of event, such as website.down")
    .option("--after <uuid>", "continue after this one: `next` of the page before")
    .addHelpText("after", example("delivery list --webhook UUID --status failed"))
    .action(({ webhook: webhook_uuid, ...filter }) =>
      run("delivery list", { webhook_uuid, ...filter }),
    );
  delivery
    .command("show <uuid>")
    .description("Show a delivery: its attempts, what was answered, and the body.")
    .requiredOption("--webhook <uuid>", "to which webhook")
    .addHelpText("after", example("delivery show UUID --webhook UUID"))
    .action((uuid, { webhook: webhook_uuid }) => run("delivery show", { uuid, webhook_uuid }));
  delivery
    .command("replay <uuid>")
    .description("Send a delivery again now, as if it had never been attempted.")
    .requiredOption("--webhook <uuid>", "to which webhook")
    .addHelpText("after", example("delivery replay UUID --webhook UUID"))
    .action((uuid, { webhook: webhook_uuid }) => run("delivery replay", { uuid, webhook_uuid }));
}
