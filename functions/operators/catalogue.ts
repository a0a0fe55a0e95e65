import * as z from "zod/mini";
import { isEmailAddress, isOneLine } from "../../shared/fields/fields.ts";
import { generateApiKey } from "../../shared/platform/apiKey.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { isMonth } from "../../shared/usage/months.ts";
import { auditActions } from "../../shared/vocabulary/actions.ts";
import { planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import { define, type Field, type InputOf } from "./definition.ts";
import {
  after,
  expiry,
  flag,
  nameOf,
  networks,
  newKey,
  optionOf,
  overlap,
  singleSpaced,
  text,
  time,
  uuid,
  wholeNumber,
} from "./fields.ts";

/**
 * @file Every operators' command, defined once: validation, the command line's options and help, and the
 * permission that it needs follow from here. It loads no client of AWS: the command line reads it, too.
 */

const MAX_LENGTH = 255;
const MINUTES_A_DAY = 24 * 60;
const HOURS_A_MONTH = 30 * 24;

/** A field that names a reseller. */
function reseller(help: string): Field<z.ZodMiniString> {
  const schema = text("--reseller");
  return {
    usage: "--reseller <reseller>",
    help: `${help}; its uuid or name`,
    schema,
    names: "reseller",
  };
}

/** As `reseller`, but may be left out. */
function anyReseller(help: string): Field<z.ZodMiniOptional<z.ZodMiniString>> {
  return { ...reseller(help), schema: z.optional(text("--reseller")) };
}

const resellerArgument = {
  ...{ usage: "<reseller>", help: "its uuid or name", names: "reseller" as const },
  schema: text("The reseller"),
};
const user = {
  ...{ usage: "--user <user>", help: "the user: a uuid or e-mail address", names: "user" as const },
  schema: text("The user"),
};

/** The record's uuid as the command's argument. */
function argument(what: string, source: string) {
  return { usage: "<uuid>", schema: uuid(what, source) };
}

const key = argument("The key", "key list");
const plan = argument("The plan", "plan list");
const customField = argument("The custom field", "api GET /v1/custom-fields");
const webhook = argument("The webhook", "api GET /v1/webhooks");
const queue = { usage: "<queue>", help: "the worker's name", schema: text("QUEUE") };

const name = { usage: "--name <name>", schema: nameOf("--name") };
const sameName = {
  ...{ usage: "--same-name", help: "allow a name that another reseller has" },
  schema: flag("--same-name"),
};
const yes = {
  ...{ usage: "--yes", help: "do it; without this, only say what would happen" },
  schema: flag("--yes"),
};

/** The uuid of the record that a command creates. */
const newRecord = { fill: newUuid, schema: z._default(uuid("new_uuid"), newUuid) };
/** The key that a command issues. */
const issuedKey = { fill: generateApiKey, schema: z._default(newKey, generateApiKey) };

const expires = {
  usage: "--expires <when>",
  help: "at the end of a day (2027-01-31, in UTC), or after a number of h (hours), d (days), w (weeks) or y (years of 365 days); without it, never",
  schema: z.optional(expiry),
};
const allowIp = {
  usage: "--allow-ip <network...>",
  help: "accept the key only from this address or network (203.0.113.0/24); can be repeated",
  schema: networks,
};
const readOnly = {
  ...{ usage: "--read-only", help: "for GET and HEAD only, and no secrets" },
  schema: flag("--read-only"),
};

/** Names of a plan's switches. */
function switches(option: string, help: string) {
  const error = `${option} takes one or more of ${planFeatures.join(", ")}.`;
  const unknown = ({ input }: { input?: unknown }) => `There is no switch "${input}". ${error}`;
  return {
    usage: `${option} <switches...>`,
    help: `${help}: ${planFeatures.join(", ")}`,
    schema: z.optional(
      z.array(z.enum(planFeatures, { error: unknown }), error).check(z.minLength(1, error)),
    ),
  };
}

const intervals = {
  uptime_interval_minutes: {
    ...{
      usage: "--uptime-interval <minutes>",
      help: "between two uptime checks; without it, the stage's",
    },
    schema: z.optional(wholeNumber("--uptime-interval", { most: MINUTES_A_DAY, unit: "minutes" })),
  },
  audit_interval_hours: {
    ...{ usage: "--audit-interval <hours>", help: "between two audits; without it, the stage's" },
    schema: z.optional(wholeNumber("--audit-interval", { most: HOURS_A_MONTH, unit: "hours" })),
  },
};
const isDefault = {
  ...{ usage: "--default", help: "make it the default plan, which onboarded businesses get" },
  schema: flag("--default"),
};

const MOST_CHOICES = 100;
const CHOICES = `--options takes 1 to ${MOST_CHOICES} choices, separated by commas.`;
/** The choices of a select. */
const choices = {
  usage: "--options <choices...>",
  help: "the choices of a select, separated by commas; can be repeated",
  schema: z.optional(
    z.array(nameOf("Each of the --options"), CHOICES).check(
      z.minLength(1, CHOICES),
      z.maxLength(MOST_CHOICES, CHOICES),
      z.refine(
        (values) => new Set(values).size === values.length,
        "--options must not name a choice twice.",
      ),
    ),
  ),
};

/** A text setting of a reseller; "" removes it. */
function setting(
  option: string,
  [value, help]: [string, string],
  holds: (value: string) => boolean,
) {
  const error = `${option} must be ${help}; "" removes it.`;
  const fits = (text: string) => text === "" || ([...text].length <= MAX_LENGTH && holds(text));
  return {
    usage: `${option} <${value}>`,
    help,
    schema: z.optional(z.string(error).check(singleSpaced(), z.refine(fits, error))),
  };
}

const HIGHEST_LIMIT = 10_000_000;

/** A limit of a reseller; "" restores the default. */
function limit(field: string, help: string) {
  const option = optionOf(field);
  const error = `${option} must be a whole number from 0 to ${HIGHEST_LIMIT}; "" sets the default.`;
  const fits = (value: string) =>
    value === "" || (/^\d{1,9}$/.test(value) && Number(value) <= HIGHEST_LIMIT);
  return {
    ...{ usage: `${option} <number>`, help },
    schema: z.optional(
      z.pipe(
        z.string(error).check(z.trim(), z.refine(fits, error)),
        z.transform((value: string) => (value === "" ? "" : Number(value))),
      ),
    ),
  };
}

function isSecureUrl(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === "https:" && !url.username && !url.password && !/\s/.test(value);
}

const frequencies = ["monthly", "weekly", "none"];

const resellerSettings = {
  sender_name: setting(
    "--sender-name",
    ["name", `one line of at most ${MAX_LENGTH} characters`],
    isOneLine,
  ),
  reply_to: setting("--reply-to", ["address", "an e-mail address"], isEmailAddress),
  logo_url: setting("--logo-url", ["url", "an https URL"], isSecureUrl),
  colour: setting("--colour", ["colour", "a colour such as #1f5fbf"], (value) =>
    /^#[0-9a-f]{6}$/i.test(value),
  ),
  link: setting("--link", ["url", "an https URL"], isSecureUrl),
  report_mails: setting("--report-mails", ["frequency", frequencies.join(", ")], (value) =>
    frequencies.includes(value),
  ),
  email: setting("--email", ["address", "an e-mail address"], isEmailAddress),
  max_users: limit("max_users", "users"),
  max_businesses: limit("max_businesses", "businesses in all"),
  max_websites: limit("max_websites", "websites in all"),
  max_websites_per_business: limit("max_websites_per_business", "websites of each business"),
  max_competitors_per_business: limit("max_competitors_per_business", "competitors"),
  max_webhooks: limit("max_webhooks", "webhooks"),
  max_shares: limit("max_shares", "shares"),
  max_prospects_per_day: limit("max_prospects_per_day", "new prospects a day"),
  reads_per_minute: limit("reads_per_minute", "GET and HEAD requests"),
  writes_per_minute: limit("writes_per_minute", "POST, PATCH and DELETE requests"),
  deliveries_per_minute: limit("deliveries_per_minute", "webhook deliveries"),
  mails_per_day: limit("mails_per_day", "e-mails"),
};

const methods = ["GET", "POST", "PATCH", "DELETE"];
const METHOD = `METHOD must be one of ${methods.join(", ")}.`;
const PATH = "PATH must begin with /v1/, such as /v1/users.";
const BODY = `--body must be a JSON object, such as '{"name": "Acme"}'.`;
const MONTH = "--month must be a month such as 2026-11.";

/** Every operators' command by its name. */
export const catalogue = {
  find: define({
    summary:
      "Find records by the beginning of a reseller's or business's name, an e-mail address or a host name, or by uuid.",
    kind: "read",
    example: "find example.com",
    fields: {
      text: { usage: "<text>", schema: text("TEXT") },
      reseller_uuid: anyReseller("only those of this reseller"),
      after: {
        usage: "--after <next>",
        help: "continue after a page: the `next` that it showed",
        schema: after,
      },
    },
  }),
  show: define({
    summary: "Show the record with this uuid, its owners, and what belongs to it.",
    kind: "read",
    example: "show UUID",
    fields: { uuid: argument("The record", "find TEXT") },
  }),
  api: define({
    summary:
      "Call a route of the API in a reseller's name. A GET needs the permission to read, every other method that to write.",
    kind: ({ method }) => (method === "GET" ? "read" : "write"),
    example: "api --reseller Acme GET '/v1/users?per_page=100'",
    fields: {
      method: { usage: "<method>", help: methods.join(", "), schema: z.enum(methods, METHOD) },
      path: {
        ...{ usage: "<path>", help: "with the query: /v1/users?page=2" },
        schema: z.string(PATH).check(z.startsWith("/v1/", PATH)),
      },
      reseller_uuid: reseller("in whose name"),
      body: {
        usage: "--body <json>",
        help: "the request's body",
        schema: z.optional(z.string(BODY)),
      },
      idempotency_key: { fill: newUuid, schema: z.optional(uuid("idempotency_key")) },
    },
  }),
  "reseller create": define({
    summary: 'Create a reseller, with a default plan "Standard" that has every switch on.',
    kind: "write",
    example: "reseller create --name 'Acme Web Design'",
    fields: { name, same_name: sameName, new_uuid: newRecord },
  }),
  "reseller list": define({
    summary: "List all resellers with the number of their businesses and websites.",
    kind: "read",
    example: "reseller list",
    fields: {},
  }),
  "reseller rename": define({
    summary: "Rename a reseller.",
    kind: "write",
    example: "reseller rename UUID --name 'Acme Web'",
    fields: { uuid: resellerArgument, name, same_name: sameName },
  }),
  "reseller set": define({
    summary:
      "Set how a reseller's e-mails look, and the reseller's limits; \"\" removes a setting.",
    kind: "write",
    example: "reseller set UUID --sender-name Acme --colour '#0b7a4b'",
    fields: { uuid: resellerArgument, ...resellerSettings },
  }),
  "reseller close": define({
    summary:
      "Close a reseller with its sandbox: keys, checks, e-mails, webhooks and shares stop. Everything is kept for 30 days, then removed.",
    kind: "write",
    example: "reseller close UUID --yes",
    fields: { uuid: resellerArgument, yes },
  }),
  "reseller reopen": define({
    summary: "Undo a closing within its 30 days: everything works again as before.",
    kind: "write",
    example: "reseller reopen UUID",
    fields: { uuid: resellerArgument },
  }),
  "key create": define({
    summary: "Issue an API key. It is shown only once.",
    kind: "write",
    example: "key create --reseller UUID --name Production --expires 90d",
    fields: {
      reseller_uuid: reseller("whose key it is"),
      name: { ...name, help: "what the key is for" },
      expires,
      test: {
        ...{ usage: "--test", help: "for the reseller's sandbox, which has its own records" },
        schema: flag("--test"),
      },
      read_only: readOnly,
      allow_ip: allowIp,
      key: issuedKey,
    },
  }),
  "key list": define({
    summary: "List the keys of a reseller and its sandbox, without the keys themselves.",
    kind: "read",
    example: "key list --reseller UUID",
    fields: { reseller_uuid: reseller("whose keys") },
  }),
  "key set": define({
    summary: "Set a key's rights and networks; takes effect within 10 seconds.",
    kind: "write",
    example: "key set UUID --allow-ip 203.0.113.0/24 --allow-ip 2001:db8::/32",
    fields: {
      uuid: key,
      read_only: readOnly,
      read_write: { usage: "--read-write", help: "for everything", schema: flag("--read-write") },
      allow_ip: { ...allowIp, help: `${allowIp.help}; replaces those set before` },
      any_ip: { usage: "--any-ip", help: "accept it from anywhere", schema: flag("--any-ip") },
    },
  }),
  "key rename": define({
    summary: "Rename a key; it stays valid.",
    kind: "write",
    example: "key rename UUID --name 'Web shop'",
    fields: { uuid: key, name: { ...name, help: "what the key is for" } },
  }),
  "key rotate": define({
    summary:
      "Replace a key by a new one with the same rights; the old one stays valid for a while.",
    kind: "write",
    example: "key rotate UUID --overlap 7d",
    fields: {
      uuid: key,
      overlap: {
        ...{ usage: "--overlap <time>", help: "how long the old key stays valid; default 24h" },
        schema: z.prefault(overlap, "24h"),
      },
      expires,
      key: issuedKey,
    },
  }),
  "key revoke": define({
    summary: "Revoke a key for good: it is refused everywhere within 10 seconds.",
    kind: "write",
    example: "key revoke UUID",
    fields: { uuid: key },
  }),
  "plan create": define({
    summary: "Create a plan.",
    kind: "write",
    example: "plan create --reseller UUID --name Basic --with ssl,downtime",
    fields: {
      reseller_uuid: reseller("whose plan it is"),
      name,
      default: isDefault,
      with: switches("--with", "the switches that are on"),
      ...intervals,
      new_uuid: newRecord,
    },
  }),
  "plan list": define({
    summary: "List the plans of a reseller, or of all.",
    kind: "read",
    example: "plan list --reseller UUID",
    fields: { reseller_uuid: anyReseller("only those of this reseller") },
  }),
  "plan update": define({
    summary: "Change a plan; omitted settings stay.",
    kind: "write",
    example: "plan update UUID --with blog --audit-interval 12",
    fields: {
      uuid: plan,
      name: { ...name, schema: z.optional(name.schema) },
      default: isDefault,
      with: switches("--with", "switches to turn on"),
      without: switches("--without", "switches to turn off"),
      ...intervals,
    },
  }),
  "plan delete": define({
    summary: "Delete a plan and move its businesses to another one, at most 500 at a time.",
    kind: "write",
    example: "plan delete UUID --move-to UUID",
    fields: {
      uuid: plan,
      move_to: {
        usage: "--move-to <uuid>",
        help: "the plan for its businesses; required if it has any",
        schema: z.optional(uuid("--move-to", "plan list")),
      },
    },
  }),
  "custom-field create": define({
    summary: "Create a custom field for the businesses of a reseller.",
    kind: "write",
    example: "custom-field create --reseller UUID --name Tier --type select --options gold,silver",
    fields: {
      reseller_uuid: reseller("whose field it is"),
      name: { ...name, help: "its name in requests" },
      type: {
        ...{ usage: "--type <type>", help: "text or select" },
        schema: z.enum(["text", "select"], "--type must be text or select."),
      },
      options: choices,
      required: {
        usage: "--required",
        help: "POST /v1/businesses requires a value; onboarding does not ask for one",
        schema: flag("--required"),
      },
      new_uuid: newRecord,
    },
  }),
  "custom-field update": define({
    summary: "Change a custom field. The values that businesses have stay as they are.",
    kind: "write",
    example: "custom-field update UUID --reseller UUID --no-required",
    fields: {
      uuid: customField,
      reseller_uuid: reseller("whose field it is"),
      name: { ...name, schema: z.optional(name.schema), help: "its new name in requests" },
      options: { ...choices, help: `${choices.help}; they replace the present ones` },
      required: {
        ...{ usage: "--[no-]required", help: "whether POST /v1/businesses requires a value" },
        schema: flag("--required"),
      },
    },
  }),
  "custom-field delete": define({
    summary: "Delete a custom field, with every business's value of it.",
    kind: "write",
    example: "custom-field delete UUID --reseller UUID --yes",
    fields: { uuid: customField, reseller_uuid: reseller("whose field it is"), yes },
  }),
  "business set-plan": define({
    summary: "Move a business to another plan of its reseller.",
    kind: "write",
    example: "business set-plan UUID --plan UUID",
    fields: {
      business_uuid: argument("The business", "find NAME"),
      plan_uuid: { usage: "--plan <uuid>", schema: uuid("--plan", "plan list") },
    },
  }),
  "website explain": define({
    summary:
      "Explain why a website is shown as up or down, and when it is checked next; probe it now, and show what was sent and what came back.",
    kind: "read",
    example: "website explain example.com",
    fields: {
      website: {
        ...{ usage: "<website>", help: "its uuid or host name", names: "website" as const },
        schema: text("The website"),
      },
    },
  }),
  "mail list": define({
    summary: "List the e-mails to a user, or those of a reseller that were not sent.",
    kind: "read",
    example: "mail list --user UUID",
    fields: {
      user_uuid: { ...user, schema: z.optional(user.schema) },
      reseller_uuid: anyReseller("with --not-sent: whose e-mails"),
      not_sent: {
        usage: "--not-sent",
        help: "e-mails beyond the reseller's limit of a day; newest first, at most 1,000",
        schema: flag("--not-sent"),
      },
    },
  }),
  "mail resend": define({
    summary: "Send a user's onboarding e-mail, even if it was sent before.",
    kind: "write",
    example: "mail resend --user UUID",
    fields: { user_uuid: user },
  }),
  "mail resubscribe": define({
    summary: "Send reports again to a user who has unsubscribed.",
    kind: "write",
    example: "mail resubscribe --user UUID",
    fields: { user_uuid: user },
  }),
  "webhook disable": define({
    summary: "Stop deliveries to a webhook until it is enabled; pending ones are kept.",
    kind: "write",
    example: "webhook disable UUID",
    fields: { uuid: webhook },
  }),
  "webhook enable": define({
    summary: "Enable a webhook that an operator disabled, and send its pending deliveries now.",
    kind: "write",
    example: "webhook enable UUID",
    fields: { uuid: webhook },
  }),
  "audit-log": define({
    summary: "Show who changed what, and which operator read what, newest first.",
    kind: "read",
    example: "audit-log --reseller Acme --action website.deleted",
    fields: {
      reseller_uuid: anyReseller("of this one; without it, of all in the last day"),
      actor: {
        usage: "--actor <actor>",
        help: "by this key (its uuid or name), operator, or type: key, operator, service",
        schema: z.optional(text("--actor")),
      },
      action: {
        usage: "--action <action>",
        help: "what was done: website.deleted, plan.updated, account.read …",
        schema: z.optional(
          z.enum(auditActions, `--action must be one of ${auditActions.join(", ")}.`),
        ),
      },
      record: {
        ...{ usage: "--record <uuid>", help: "to this record" },
        schema: z.optional(uuid("--record", "find TEXT")),
      },
      since: {
        usage: "--since <time>",
        help: "at this time or later; without it, the last 30 days of a reseller",
        schema: time("--since"),
      },
      until: { usage: "--until <time>", help: "before this time", schema: time("--until") },
      limit: {
        ...{ usage: "--limit <number>", help: "the most entries, up to 100; default 20" },
        schema: z.prefault(wholeNumber("--limit", { most: 100 }), 20),
      },
    },
  }),
  usage: define({
    summary:
      "List what each reseller used in a month, and what each of it cost the provider in USD.",
    kind: "read",
    example: "--csv usage --month 2026-11 > usage.csv",
    fields: {
      month: {
        ...{
          usage: "--month <month>",
          help: "in UTC, such as 2026-11; without it, this month until now",
        },
        schema: z.optional(z.string(MONTH).check(z.refine(isMonth, MONTH))),
      },
      reseller_uuid: anyReseller("of this one only, or of this sandbox"),
    },
  }),
  "dead-letter list": define({
    summary: "List the queues, and how many messages each holds.",
    kind: "read",
    example: "dead-letter list",
    fields: {},
  }),
  "dead-letter show": define({
    summary: "Show messages of a queue and leave them in it.",
    kind: "read",
    example: "dead-letter show deliverer",
    fields: {
      queue,
      limit: {
        ...{ usage: "--limit <number>", help: "how many, 1 to 100; default 10" },
        schema: z.prefault(wholeNumber("--limit", { most: 100 }), 10),
      },
    },
  }),
  "dead-letter redrive": define({
    summary: "Send all messages of a queue back to the worker.",
    kind: "write",
    example: "dead-letter redrive deliverer",
    fields: { queue },
  }),
  "dead-letter lost": define({
    summary: "List the batches of stream records that the dispatcher failed on.",
    kind: "read",
    example: "--stage prod dead-letter lost",
    fields: {},
  }),
  "dead-letter replay": define({
    summary: "Process lost records again, 20 batches at a time.",
    kind: "write",
    example: "--stage prod dead-letter replay",
    fields: {},
  }),
};

export type CommandName = keyof typeof catalogue;

/** The checked input of the command with this name. */
export type CommandInput<Name extends CommandName> = InputOf<(typeof catalogue)[Name]>;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(catalogue, name);
}
