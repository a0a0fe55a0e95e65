import { expect, test } from "vitest";
import { type CommandName, catalogue } from "../../../../functions/operators/catalogue.ts";
import { type Definition, parseInput } from "../../../../functions/operators/definition.ts";
import { makeProgram } from "../../../../infra/cli/admin/program.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";

const SILENT = { out: () => {}, err: () => {} };

/** A command line as it is parsed: the global options, the command, its input. */
async function parse(line: string) {
  const calls: unknown[] = [];
  const program = makeProgram(SILENT, async (command, input) => {
    calls.push(program.opts(), command, JSON.parse(JSON.stringify(input)));
  });
  await program.parseAsync(words(line), { from: "user" });
  return calls;
}

/** The words of a line, of which some are in single quotes. */
function words(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? "");
}

const definitions = Object.entries<Definition>(catalogue);

test.each(definitions)("the example of %s runs as it is written", async (name, definition) => {
  const [example = ""] = definition.example.replaceAll("UUID", () => newUuid()).split(" > ");
  const [, command, input] = await parse(example);
  expect(command).toBe(name);
  expect(parseInput(definition, input)).toBeDefined();
});

test.each([
  ["find --reseller R exa", { text: "exa", reseller_uuid: "R" }],
  ["reseller set R --colour #123456 --link=", { uuid: "R", colour: "#123456", link: "" }],
  [
    "key create --reseller R --name K --test --allow-ip 203.0.113.7 --allow-ip 2001:db8::/32,::1",
    {
      ...{ reseller_uuid: "R", name: "K", test: true },
      allow_ip: ["203.0.113.7", "2001:db8::/32", "::1"],
    },
  ],
  [
    "plan create --uptime-interval 5 --reseller R --name P --with ssl,blog --with mobile",
    {
      ...{ reseller_uuid: "R", name: "P", uptime_interval_minutes: "5" },
      with: ["ssl", "blog", "mobile"],
    },
  ],
  [
    "custom-field update F --reseller R --no-required",
    { uuid: "F", reseller_uuid: "R", required: false },
  ],
  [
    "custom-field update F --reseller R --required",
    { uuid: "F", reseller_uuid: "R", required: true },
  ],
  [
    "api POST /v1/webhooks --reseller R --body '{}'",
    { method: "POST", path: "/v1/webhooks", reseller_uuid: "R", body: "{}" },
  ],
])("reads %j", async (line, input) => {
  const [, , parsed] = await parse(line);
  expect(parsed).toStrictEqual(input);
});

test.each([
  "--json --stage dev key revoke K",
  "key --json revoke --stage dev K",
  "key revoke K --stage dev --json",
])("takes --json and --stage anywhere: %j", async (line) => {
  const options = { json: true, stage: "dev" };
  expect(await parse(line)).toStrictEqual([options, "key revoke", { uuid: "K" }]);
});

/** The commands, as the operators' function names them. */
const commands = makeProgram(SILENT, async () => {}).commands.flatMap((command) =>
  command.commands.length > 0 ? command.commands : [command],
);
const nameOf = (command: (typeof commands)[number]) =>
  [command.parent, command]
    .map((each) => each?.name())
    .filter((name) => name !== "admin")
    .join(" ") as CommandName;

test("the help of each command has an example and fits 80 columns", () => {
  for (const command of commands) {
    let help = "";
    command.configureOutput({
      getOutHelpWidth: () => 80,
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();
    expect(help).toContain(`Example:\n  npm run -s admin -- ${catalogue[nameOf(command)].example}`);
    expect(help.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }
});
