import { Command, InvalidArgumentError } from "commander";
import { escapeForTerminal } from "../escapeForTerminal.ts";
import { defineAuditLogCommand } from "./commands/auditLog.ts";
import { defineBusinessCommands } from "./commands/business.ts";
import { defineAuditCommands, defineCheckCommands } from "./commands/check.ts";
import { defineCustomFieldCommands } from "./commands/customField.ts";
import { defineDeadLetterCommands } from "./commands/deadLetter.ts";
import { defineDeletedCommands } from "./commands/deleted.ts";
import { defineExportCommand } from "./commands/export.ts";
import { defineFindCommands } from "./commands/find.ts";
import { defineKeyCommands } from "./commands/key.ts";
import type { Run } from "./commands/options.ts";
import { definePlanCommands } from "./commands/plan.ts";
import { defineResellerCommands } from "./commands/reseller.ts";
import { defineUsageCommand } from "./commands/usage.ts";
import { defineMailCommands, defineUserCommands } from "./commands/user.ts";
import { defineDeliveryCommands, defineWebhookCommands } from "./commands/webhook.ts";
import { defineCompetitorCommands, defineWebsiteCommands } from "./commands/website.ts";

interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Defines the command line and maps it to inputs of the operators' function. */
export function makeProgram({ out, err }: Output, runInput: Run): Command {
  const run: Run = (command, input, follow) => runInput(command, snakeCase(input), follow);
  const program = new Command("admin")
    .description("Commands of the provider's operators: resellers, keys, plans, checks, webhooks.")
    .usage("[options] COMMAND   (npm run -s admin -- COMMAND)")
    .option("--json", "print the result as one JSON value")
    .option("--stage <name>", "use the deployed stage, not the local database", parseStage)
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 })
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text) => err(`${sentenceOf(text)}\n`),
    })
    .exitOverride();
  defineFindCommands(program, run);
  defineResellerCommands(program, run);
  defineKeyCommands(program, run);
  definePlanCommands(program, run);
  defineCustomFieldCommands(program, run);
  defineUserCommands(program, run);
  defineBusinessCommands(program, run);
  defineWebsiteCommands(program, run);
  defineCompetitorCommands(program, run);
  defineDeletedCommands(program, run);
  defineExportCommand(program, run);
  defineAuditCommands(program, run);
  defineAuditLogCommand(program, run);
  defineUsageCommand(program, run);
  defineMailCommands(program, run);
  defineCheckCommands(program, run);
  defineWebhookCommands(program, run);
  defineDeliveryCommands(program, run);
  defineDeadLetterCommands(program, run);
  return program;
}

/** Makes a sentence of Commander's "error: unknown command 'x'" and its suggestion. */
function sentenceOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const said = lines
    .join(" ")
    .trim()
    .replace(/^error: /, "");
  const [first = "", ...rest] = escapeForTerminal(said).replace(/[.?]$/, "");
  return `${first.toUpperCase()}${rest.join("")}: --help says what it takes.`;
}

/** Renames options as the function's input has them: `addressLine1` becomes `address_line_1`. */
function snakeCase(options: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [
      name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`),
      value,
    ]),
  );
}

function parseStage(given: string): string {
  if (/^[a-z0-9-]{1,32}$/i.test(given)) return given;
  throw new InvalidArgumentError("A stage's name has letters, digits and hyphens only.");
}
