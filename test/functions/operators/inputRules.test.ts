import { describe, expect, test } from "vitest";
import { type CommandName, catalogue } from "../../../functions/operators/catalogue.ts";
import {
  type Definition,
  parseInput,
  WrongInput,
} from "../../../functions/operators/definition.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";

const reseller_uuid = newUuid();
const uuid = newUuid();

/** What each command needs, beside the field that a case is about. */
const NEEDED: { [Name in CommandName]?: object } = {
  "key create": { reseller_uuid, name: "k" },
  "key set": { uuid },
  "plan create": { reseller_uuid, name: "Plan" },
  "plan update": { uuid, name: "Plan" },
  "reseller set": { uuid },
  "custom-field create": { reseller_uuid, name: "Field", type: "text" },
  "dead-letter show": { queue: "audit" },
};

/** The sentence by which a command refuses an input; undefined if it accepts the input. */
function refusalOf(command: CommandName, input: unknown): string | undefined {
  try {
    parseInput(catalogue[command] as Definition, input);
    return undefined;
  } catch (error) {
    if (error instanceof WrongInput) return error.message;
    throw error;
  }
}

const refusalWith = (command: CommandName, more: object) =>
  refusalOf(command, { ...NEEDED[command], ...more });

const SWITCHES = `takes one or more of ${planFeatures.join(", ")}.`;
const NETWORK =
  "--allow-ip must be an IP address or a network: 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, for example.";
const NETWORKS = "--allow-ip can be given 1 to 50 times.";
const UPTIME = "--uptime-interval must be a whole number of minutes from 1 to 1440.";
const AUDIT = "--audit-interval must be a whole number of hours from 1 to 720.";
const CHOICES = "--options takes 1 to 100 choices, separated by commas.";
const CHOICE = "Each of the --options must be a text of 1 to 255 characters.";
const NAME = "--name must be a text of 1 to 255 characters.";
const LIMIT =
  '--max-websites-per-business must be a whole number from 0 to 10000000; "" sets the default.';
const orNone = (sentence: string) => `${sentence}; "" removes it.`;

type Refused = [field: string, values: unknown[], sentence: string | RegExp];

const keyNetworks: Refused[] = [
  ["allow_ip", [["203.0.113.0/33"], ["203.0.113.7", "example.com"], [""], [7]], NETWORK],
  ["allow_ip", [[], "203.0.113.7", Array(51).fill("203.0.113.7")], NETWORKS],
];

const planFields: Refused[] = [
  ["with", [[], "ssl"], `--with ${SWITCHES}`],
  ["with", [["ssl", "SSL"]], `There is no switch "SSL". --with ${SWITCHES}`],
  ["with", [[""]], `There is no switch "". --with ${SWITCHES}`],
  ["default", ["yes"], "--default must be true or false."],
  ["uptime_interval_minutes", [0, 1441, 1.5, null], UPTIME],
  ["audit_interval_hours", [0, 721, -1], AUDIT],
  ["name", [""], NAME],
];

const refused: { [Name in CommandName]?: Refused[] } = {
  "reseller create": [["name", [undefined, "", " \t", "🚲".repeat(256), 5], NAME]],
  "reseller set": [
    ["max_websites_per_business", ["-1", "1.5", "ten", "10000001", "1e3"], LIMIT],
    [
      "sender_name",
      ["a\r\nBcc: b@example.com", "a\u2028b", "🚲".repeat(256)],
      orNone("--sender-name must be one line of at most 255 characters"),
    ],
    [
      "reply_to",
      ["Acme <a@example.com>", "nobody"],
      orNone("--reply-to must be an e-mail address"),
    ],
    ["email", ["a@b"], orNone("--email must be an e-mail address")],
    [
      "logo_url",
      ["http://acme.example/logo.png", "data:image/png;base64,"],
      orNone("--logo-url must be an https URL"),
    ],
    [
      "link",
      ["javascript:alert(1)", "https://user:secret@acme.example", "https://acme.example/a b"],
      orNone("--link must be an https URL"),
    ],
    ["colour", ["red", "#fff", "#1f5fbf;x"], orNone("--colour must be a colour such as #1f5fbf")],
  ],
  "key create": [
    ...keyNetworks,
    [
      "expires",
      [
        ...["", "90", "d", "0d", "-1d", "1.5d", "90 d", "5m", "1d1h", "2020-01-31"],
        ...["2027-02-30", "2027-1-1", "9999-12-31", 90, null],
      ],
      "--expires must be a future date, such as 2027-01-31, or a number of days, such as 90d.",
    ],
  ],
  "key set": [...keyNetworks, ["read_only", ["yes"], "--read-only must be true or false."]],
  "key revoke": [
    ["uuid", [undefined, "", "acme", 7], 'The key must be given by its uuid: "key list" shows it.'],
  ],
  "plan create": planFields,
  "plan update": planFields,
  "custom-field create": [
    ["type", ["number", undefined], "--type must be text or select."],
    ["required", ["yes"], "--required must be true or false."],
    ["options", [[], "a,b", Array.from({ length: 101 }, (_, n) => `${n}`)], CHOICES],
    ["options", [["a", ""], ["a".repeat(256)]], CHOICE],
  ],
  "dead-letter show": [
    ["limit", [0, 101, 1.5, null], "--limit must be a whole number from 1 to 100."],
  ],
  find: [["text", [undefined, "", "x".repeat(256)], "TEXT must be a text of 1 to 255 characters."]],
};

const commands = Object.entries(refused) as [CommandName, Refused[]][];

describe.each(commands)("%s", (command, cases) => {
  test.each(cases)("refuses the %s %j", (field, values, sentence) => {
    const message = sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence;
    for (const value of values) {
      expect({ value, refusal: refusalWith(command, { [field]: value }) }).toEqual({
        value,
        refusal: message,
      });
    }
  });
});

test("texts count characters, and networks and limits are taken at their ends", () => {
  const name = "🚲".repeat(255);
  for (const [command, more] of [
    ["reseller create", { name }],
    ["reseller create", { name: "  Acme Ltd \n" }],
    ["key create", { allow_ip: Array.from({ length: 50 }, (_, n) => `192.0.2.${n}`) }],
    ["key create", { expires: "36500d" }],
    ["plan create", { uptime_interval_minutes: 1440, audit_interval_hours: 720 }],
    ["reseller set", { max_websites_per_business: "10000000" }],
  ] as const) {
    expect([command, refusalWith(command, more)]).toEqual([command, undefined]);
  }
});

test("a field that the command does not know, and input that is no object, are refused", () => {
  expect(refusalOf("reseller create", { name: "Acme", plan: "x" })).toBe(
    "There is no field plan here: it takes name.",
  );
  expect(refusalOf("reseller create", [])).toBe("The input must be an object.");
  expect(refusalOf("reseller list", { all: true })).toBe(
    "There is no field all here: it takes none.",
  );
});

test.each([
  ["reseller create", "name"],
  ["reseller set", "sender_name"],
  ["plan update", "name"],
  ["custom-field create", "name"],
] as const)("%s takes a %s with single spaces, and no control character", (command, field) => {
  const definition = catalogue[command] as Definition;
  for (const spaced of ["A  B", "  A B ", "A \u00a0\u3000\u2003B", "\n A B\t"]) {
    const input = { ...NEEDED[command], [field]: spaced };
    expect(parseInput(definition, input), spaced).toMatchObject({ [field]: "A B" });
  }
  for (const wrong of ["A\nB", "A\tB", "A\u0000B", "\u001b[2J", "A\u009bB", "\ud800"]) {
    expect(refusalWith(command, { [field]: wrong }), wrong).toMatch(/must be one line/);
  }
});
