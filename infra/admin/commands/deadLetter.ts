import type { Command } from "commander";
import { example, type Run } from "./options.ts";

export function defineDeadLetterCommands(program: Command, run: Run) {
  const deadLetter = program
    .command("dead-letter")
    .description("messages that a worker could not process");
  deadLetter
    .command("list")
    .description("List the queues, and how many messages each holds.")
    .addHelpText("after", example("dead-letter list"))
    .action(() => run("dead-letter list", {}));
  deadLetter
    .command("show <queue>")
    .description("Show messages of a queue and leave them in it.")
    .option("--limit <number>", "how many, 1 to 100; default 10", Number)
    .addHelpText("after", example("dead-letter show deliverer"))
    .action((queue, { limit }) => run("dead-letter show", { queue, limit }));
  deadLetter
    .command("redrive <queue>")
    .description("Send all messages of a queue back to the worker.")
    .addHelpText("after", example("dead-letter redrive deliverer"))
    .action((queue) => run("dead-letter redrive", { queue }));
  deadLetter
    .command("lost")
    .description("List the batches of stream records that the dispatcher failed on.")
    .addHelpText("after", example("dead-letter lost --stage prod"))
    .action(() => run("dead-letter lost", {}));
  deadLetter
    .command("replay")
    .description("Process lost records again, 20 batches at a time.")
    .addHelpText("after", example("dead-letter replay --stage prod"))
    .action(() => run("dead-letter replay", {}));
}
