import { Command, InvalidArgumentError, Option } from "commander";
import { type CommandName, catalogue } from "../../../functions/operators/catalogue.ts";
import type { Definition } from "../../../functions/operators/definition.ts";
import { escapeForTerminal } from "../terminal.ts";

type Input = Record<string, unknown>;

interface Output {
  out(text: string): void;
  err(text: string): void;
}

/** Runs a command in the operators' function and prints its result. */
type Run = (command: CommandName, input: Input) => Promise<void>;

type FirstWord<Name> = Name extends `${infer Word} ${string}` ? Word : never;

/** What the first words of the commands stand for. */
const groups: Record<FirstWord<CommandName>, string> = {
  reseller: "reseller accounts",
  key: "API keys of a reseller",
  plan: "plans of a reseller",
  "custom-field": "custom fields of a reseller",
  business: "businesses of a reseller's users",
  website: "websites of businesses",
  mail: "e-mails of a reseller",
  webhook: "webhooks of a reseller",
  "dead-letter": "messages that a worker could not process",
};

/** The command line: the commands of the catalogue with their options and help. */
export function makeProgram({ out, err }: Output, run: Run): Command {
  const program = new Command("admin")
    .description("Commands of the provider's operators: resellers, keys, plans, and what happened.")
    .usage("[options] COMMAND   (npm run -s admin -- COMMAND)")
    .option("--json", "print the result as one JSON value")
    .addOption(new Option("--csv", "print the result as CSV for spreadsheets").conflicts("json"))
    .option("--stage <name>", "use the deployed stage, not this machine", parseStage)
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: 20 })
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: (text) => err(`${sentenceOf(text)}\n`),
    })
    .exitOverride();
  for (const [name, definition] of Object.entries(catalogue)) {
    addCommand(program, name as CommandName, { definition, run });
  }
  return program;
}

function addCommand(
  program: Command,
  name: CommandName,
  { definition, run }: { definition: Definition; run: Run },
) {
  const { summary, example, fields } = definition;
  const command = parentOf(program, name)
    .command(name.split(" ").at(-1) ?? name)
    .description(summary)
    .addHelpText("after", `\nExample:\n  npm run -s admin -- ${example}`);
  const argumentFields: string[] = [];
  const options = new Map<string, string>();
  for (const [field, { usage, help = "", schema }] of Object.entries(fields)) {
    if (usage === undefined) continue;
    if (usage.startsWith("<")) {
      command.argument(usage, help);
      argumentFields.push(field);
      continue;
    }
    for (const option of optionsFor(usage, help)) {
      options.set(option.attributeName(), field);
      const isRequired = !option.isBoolean() && !schema.safeParse(undefined).success;
      command.addOption(option.makeOptionMandatory(isRequired));
    }
  }
  command.action((...values: unknown[]) => {
    const chosen = Object.entries(command.opts()).map(([option, value]) => [
      options.get(option),
      value,
    ]);
    const named = argumentFields.map((field, index) => [field, values[index]]);
    return run(name, Object.fromEntries([...named, ...chosen]));
  });
}

/** The group of a command of two words, made if needed. */
function parentOf(program: Command, name: CommandName): Command {
  const [group, verb] = name.split(" ") as [keyof typeof groups, string?];
  if (verb === undefined) return program;
  const existing = program.commands.find((command) => command.name() === group);
  return existing ?? program.command(group).description(groups[group]);
}

/** The options of a field. `--[no-]required` is a pair, and `<network...>` a list, also as `a,b`. */
function optionsFor(usage: string, help: string): Option[] {
  if (usage.startsWith("--[no-]")) {
    const word = usage.slice("--[no-]".length);
    return [new Option(`--${word}`, help), new Option(`--no-${word}`, `the opposite of --${word}`)];
  }
  if (!usage.endsWith("...>")) return [new Option(usage, help)];
  return [new Option(usage.replace("...>", ">"), help).argParser(collect)];
}

/** Parses `a,b` as a list; a repeated option adds to it. */
function collect(value: string, previous: string[] = []): string[] {
  return [...previous, ...value.split(",").map((part) => part.trim())];
}

/** Makes a sentence of Commander's "error: unknown command 'x'" and its suggestion. */
function sentenceOf(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const said = lines
    .join(" ")
    .trim()
    .replace(/^error: /, "");
  const [first = "", ...rest] = escapeForTerminal(said).replace(/[.?]$/, "");
  return `${first.toUpperCase()}${rest.join("")}; see --help.`;
}

function parseStage(value: string): string {
  if (/^[a-z0-9-]{1,32}$/i.test(value)) return value;
  throw new InvalidArgumentError("A stage's name has letters, digits and hyphens only.");
}
