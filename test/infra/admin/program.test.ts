import { CommanderError } from "commander";
import { expect, test } from "vitest";
import { handler } from "../../../functions/operators/index.ts";
import { makeProgram } from "../../../infra/admin/program.ts";

const SILENT = { out: () => {}, err: () => {} };

/** A command line as it is parsed: the global options, the command, its input. */
async function parse(line: string) {
  const calls: unknown[] = [];
  const program = makeProgram(SILENT, async (command, input) => {
    calls.push(program.opts(), command, JSON.parse(JSON.stringify(input)));
  });
  await program.parseAsync(line === "" ? [] : line.split(" "), { from: "user" });
  return calls;
}

const READ: [line: string, command: string, input: Record<string, unknown>][] = [
  ["reseller create --name Acme", "reseller create", { name: "Acme" }],
  ["reseller list", "reseller list", {}],
  ["audit-log", "audit-log", {}],
  ["usage", "usage", {}],
  ["usage --month 2026-11 --reseller R", "usage", { month: "2026-11", reseller_uuid: "R" }],
  ["reseller recount R", "reseller recount", { uuid: "R" }],
  [
    "audit-log --reseller R --actor key --action user.deleted --record U --limit 5 --since S --until T",
    "audit-log",
    {
      ...{ reseller_uuid: "R", actor: "key", action: "user.deleted", record: "U" },
      ...{ limit: 5, since: "S", until: "T" },
    },
  ],
  [
    "reseller set R --sender-name S --reply-to a@b --logo-url L --colour #123456 --link= --email E",
    "reseller set",
    {
      uuid: "R",
      ...{
        sender_name: "S",
        reply_to: "a@b",
        logo_url: "L",
        colour: "#123456",
        link: "",
        email: "E",
      },
    },
  ],
  ["find example.com", "find", { text: "example.com" }],
  ["find --reseller R exa --after N", "find", { text: "exa", reseller_uuid: "R", after: "N" }],
  ["show U", "show", { uuid: "U" }],
  ["user list --reseller R", "user list", { reseller_uuid: "R" }],
  ["user list --reseller R --page 2", "user list", { reseller_uuid: "R", page: 2 }],
  ["business list --user U --page 3", "business list", { user_uuid: "U", page: 3 }],
  ["website list --business B --page 2", "website list", { business_uuid: "B", page: 2 }],
  ["competitor list --business B", "competitor list", { business_uuid: "B" }],
  ["reseller create --name A --same-name", "reseller create", { name: "A", same_name: true }],
  ["reseller rename R --name N", "reseller rename", { uuid: "R", name: "N" }],
  [
    "reseller rename R --name N --same-name",
    "reseller rename",
    { uuid: "R", name: "N", same_name: true },
  ],
  ["reseller close R", "reseller close", { uuid: "R" }],
  ["reseller close R --yes", "reseller close", { uuid: "R", yes: true }],
  ["reseller reopen R", "reseller reopen", { uuid: "R" }],
  ["key rename K --name N", "key rename", { uuid: "K", name: "N" }],
  ["key rotate K", "key rotate", { uuid: "K" }],
  [
    "key rotate K --overlap 7d --expires 2027-01-31",
    "key rotate",
    { uuid: "K", overlap: "7d", expires: "2027-01-31" },
  ],
  ["plan delete P", "plan delete", { uuid: "P" }],
  ["plan delete P --move-to Q", "plan delete", { uuid: "P", move_to: "Q" }],
  [
    "custom-field update F --reseller R --name N",
    "custom-field update",
    { uuid: "F", reseller_uuid: "R", name: "N" },
  ],
  [
    "custom-field update F --reseller R --no-required --options a,b",
    "custom-field update",
    { uuid: "F", reseller_uuid: "R", required: false, options: ["a", "b"] },
  ],
  [
    "custom-field update F --reseller R --required",
    "custom-field update",
    { uuid: "F", reseller_uuid: "R", required: true },
  ],
  [
    "custom-field delete F --reseller R --yes",
    "custom-field delete",
    { uuid: "F", reseller_uuid: "R", yes: true },
  ],
  ["user delete U --yes", "user delete", { uuid: "U", yes: true }],
  ["business delete B --yes", "business delete", { uuid: "B", yes: true }],
  [
    "business set-address B --address-line-1 a --address-line-2 b --address-line-3 c --city d",
    "business set-address",
    { uuid: "B", address_line_1: "a", address_line_2: "b", address_line_3: "c", city: "d" },
  ],
  [
    "business set-address B --county= --postcode P --phone-number N --country-code GB",
    "business set-address",
    { uuid: "B", county: "", postcode: "P", phone_number: "N", country_code: "GB" },
  ],
  ["website set-hostname W H", "website set-hostname", { website: "W", hostname: "H" }],
  ["website delete W --yes", "website delete", { website: "W", yes: true }],
  ["competitor reread C", "competitor reread", { uuid: "C" }],
  ["competitor delete C --yes", "competitor delete", { uuid: "C", yes: true }],
  ["website explain W", "website explain", { website: "W" }],
  ["down list", "down list", {}],
  ["down list --reseller R --after N", "down list", { reseller_uuid: "R", after: "N" }],
  ["feed list W", "feed list", { website: "W" }],
  ["feed list W --limit 3 --details", "feed list", { website: "W", limit: 3, details: true }],
  ["user suspend U", "user suspend", { uuid: "U" }],
  ["user resume U", "user resume", { uuid: "U" }],
  ["deleted list --reseller R --page 2", "deleted list", { reseller_uuid: "R", page: 2 }],
  ["deleted restore U --reseller R", "deleted restore", { reseller_uuid: "R", uuid: "U" }],
  [
    "deleted restore --reseller R --since T --user U",
    "deleted restore",
    { reseller_uuid: "R", since: "T", user_uuid: "U" },
  ],
  ["export F --reseller R", "export", { reseller_uuid: "R" }],
  ["mail list --user U", "mail list", { user_uuid: "U" }],
  ["mail resend --user U", "mail resend", { user_uuid: "U" }],
  ["mail resubscribe --user U", "mail resubscribe", { user_uuid: "U" }],
  ["mail list --reseller R --not-sent", "mail list", { reseller_uuid: "R", not_sent: true }],
  ["mail resend --lift --user U", "mail resend", { user_uuid: "U", lift: true }],
  ["key create --reseller R --name K", "key create", { reseller_uuid: "R", name: "K" }],
  [
    "key create --expires 90d --name=K --reseller R",
    "key create",
    { reseller_uuid: "R", name: "K", expires: "90d" },
  ],
  ["key list --reseller R", "key list", { reseller_uuid: "R" }],
  [
    "key create --reseller R --name K --test --read-only --allow-ip 203.0.113.7 --allow-ip 2001:db8::/32",
    "key create",
    {
      ...{ reseller_uuid: "R", name: "K", test: true, read_only: true },
      allow_ip: ["203.0.113.7", "2001:db8::/32"],
    },
  ],
  [
    "key set K --read-only --allow-ip 203.0.113.0/24,2001:db8::/32",
    "key set",
    { uuid: "K", read_only: true, allow_ip: ["203.0.113.0/24", "2001:db8::/32"] },
  ],
  ["key set K --read-write --any-ip", "key set", { uuid: "K", read_write: true, any_ip: true }],
  ["key revoke K", "key revoke", { uuid: "K" }],
  ["plan create --reseller R --name P", "plan create", { reseller_uuid: "R", name: "P" }],
  [
    "plan create --default --with ssl,blog --reseller R --name P --with mobile",
    "plan create",
    { reseller_uuid: "R", name: "P", default: true, with: ["ssl", "blog", "mobile"] },
  ],
  [
    "plan create --uptime-interval 5 --reseller R --name P --audit-interval=12",
    "plan create",
    { reseller_uuid: "R", name: "P", uptime_interval_minutes: 5, audit_interval_hours: 12 },
  ],
  ["plan list --reseller R", "plan list", { reseller_uuid: "R" }],
  ["plan update P --name N", "plan update", { uuid: "P", name: "N" }],
  [
    "plan update --with ssl --without blog,mobile --default P",
    "plan update",
    { uuid: "P", default: true, with: ["ssl"], without: ["blog", "mobile"] },
  ],
  [
    "plan update P --audit-interval 720 --uptime-interval x",
    "plan update",
    // Text that is no number becomes null, which the function refuses.
    { uuid: "P", audit_interval_hours: 720, uptime_interval_minutes: null },
  ],
  [
    "custom-field create --reseller R --name F --type text",
    "custom-field create",
    { reseller_uuid: "R", name: "F", type: "text" },
  ],
  [
    "custom-field create --reseller R --name F --type select --options a,b --required",
    "custom-field create",
    { reseller_uuid: "R", name: "F", type: "select", options: ["a", "b"], required: true },
  ],
  ["custom-field list --reseller R", "custom-field list", { reseller_uuid: "R" }],
  ["business set-plan B --plan P", "business set-plan", { business_uuid: "B", plan_uuid: "P" }],
  ["audit run --website W", "audit run", { website: "W" }],
  ["check list --website W", "check list", { website: "W" }],
  ["webhook list --reseller R", "webhook list", { reseller_uuid: "R" }],
  ["webhook enable W", "webhook enable", { uuid: "W" }],
  ["webhook disable W", "webhook disable", { uuid: "W" }],
  ["webhook test W", "webhook test", { uuid: "W" }],
  ["delivery list --webhook W", "delivery list", { webhook_uuid: "W" }],
  [
    "delivery list --webhook W --status failed --type website.down --page 2",
    "delivery list",
    { webhook_uuid: "W", status: "failed", type: "website.down", page: 2 },
  ],
  ["delivery show D --webhook W", "delivery show", { uuid: "D", webhook_uuid: "W" }],
  ["delivery replay --webhook W D", "delivery replay", { uuid: "D", webhook_uuid: "W" }],
  ["dead-letter list", "dead-letter list", {}],
  ["dead-letter show deliverer", "dead-letter show", { queue: "deliverer" }],
  ["dead-letter show --limit 3 deliverer", "dead-letter show", { queue: "deliverer", limit: 3 }],
  ["dead-letter redrive deliverer", "dead-letter redrive", { queue: "deliverer" }],
  ["dead-letter lost", "dead-letter lost", {}],
  ["dead-letter replay", "dead-letter replay", {}],
  ["signing-key accept --yes", "signing-key accept", { yes: true }],
  ["business set-plan --plan P B", "business set-plan", { business_uuid: "B", plan_uuid: "P" }],
];

test.each(READ)("reads %j", async (line, command, input) => {
  expect(await parse(line)).toStrictEqual([{}, command, input]);
});

test.each([
  "--json --stage dev key revoke K",
  "key --json revoke --stage dev K",
  "key revoke K --stage dev --json",
])("takes --json and --stage anywhere: %j", async (line) => {
  const options = { json: true, stage: "dev" };
  expect(await parse(line)).toStrictEqual([options, "key revoke", { uuid: "K" }]);
});

test.each([
  ["audit run --website W", undefined],
  ["audit run --website W --wait", ["audit result"]],
  ["audit run --wait 60 --website W", ["audit result"]],
])("follows up after the run only with --wait: %j", async (line, expected) => {
  let asked: string[] | undefined;
  const program = makeProgram(SILENT, async (_command, _input, follow) => {
    if (follow === undefined) return;
    asked = [];
    const ask = async (command: string) => {
      asked?.push(command);
      return { pending: [], feed_items: ["item"] };
    };
    const tools = { ask, pause: async () => {} };
    const items = await follow({ website_uuid: "W", checks: ["audit"] }, tools);
    expect(items).toStrictEqual(["item"]);
  });
  await program.parseAsync(line.split(" "), { from: "user" });
  expect(asked).toStrictEqual(expected);
});

/** The commands, as the operators' function names them. */
const commands = makeProgram(SILENT, async () => {}).commands.flatMap((command) =>
  command.commands.length > 0 ? command.commands : [command],
);
const nameOf = (command: (typeof commands)[number]) =>
  [command.parent, command]
    .map((each) => each?.name())
    .filter((name) => name !== "admin")
    .join(" ");

/** Each command without one of the arguments and options that it requires. */
const incomplete = commands.flatMap((command) => {
  const options = command.options.filter(({ mandatory }) => mandatory);
  const needed = [
    ...command.registeredArguments.filter(({ required }) => required).map(() => ["X"]),
    ...options.map(({ long }) => [String(long), "X"]),
  ];
  return needed.map((_, index) =>
    [nameOf(command), ...needed.toSpliced(index, 1).flat()].join(" "),
  );
});

test.each([
  ...incomplete,
  "",
  "reseller",
  "resellers list",
  "reseller remove",
  "reseller list all",
  "reseller list --all",
  "reseller list --stage a/b",
  "reseller create --name",
  "key create --reseller R --name K --expires",
  "audit run --website W --wait 0",
  "audit run --website W --wait 61",
  "audit run --website W --wait 1.5",
])("refuses %j", async (line) => {
  const refused = await parse(line).catch((error) => error);
  expect(refused).toBeInstanceOf(CommanderError);
  expect(refused.exitCode).not.toBe(0);
});

test("has all commands of the operators' function but those of --wait and of the console", async () => {
  const answer = await handler({ command: "", input: {} });
  const [, known = ""] = /there are (.*)\.$/.exec("message" in answer ? answer.message : "") ?? [];
  const names = [...commands.map(nameOf), "api show", "audit result"];
  expect(names.toSorted()).toEqual(known.split(", ").toSorted());
});

test("each command is parsed above", () => {
  expect(new Set(READ.map(([, command]) => command))).toEqual(new Set(commands.map(nameOf)));
});

test("shows an example in the help of each command", () => {
  for (const command of commands) {
    let help = "";
    command.configureOutput({
      writeOut: (text) => {
        help += text;
      },
    });
    command.outputHelp();
    expect(help).toContain(`Example:\n  npm run -s admin -- ${nameOf(command)}`);
    expect(help).toContain("--json");
  }
});
