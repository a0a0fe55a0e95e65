import type { Command } from "commander";
import type { Run } from "../program.ts";
import { example, pageOption } from "./options.ts";

export function defineDeliveryCommands(program: Command, run: Run) {
  const delivery = program.command("delivery").description("what was sent to a webhook");
  delivery
    .command("list")
    .description("List the deliveries of the last 30 days, newest first, 20 a page.")
    .requiredOption("--webhook <uuid>", "to which webhook")
    .option("--status <status>", "only those that are pending, delivered or failed")
    .option("--type <type>", "only those of a type of event, website.down for example")
    .addOption(pageOption())
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
    .description("Have a delivery sent again, now, as if it had never been tried.")
    .requiredOption("--webhook <uuid>", "to which webhook")
    .addHelpText("after", example("delivery replay UUID --webhook UUID"))
    .action((uuid, { webhook: webhook_uuid }) => run("delivery replay", { uuid, webhook_uuid }));
}
