import * as z from "zod/mini";
import { isEmailAddress } from "../../shared/fields/contact.ts";
import { isOneLine } from "../../shared/fields/fields.ts";
import { isMonth } from "../../shared/usage/months.ts";
import { auditActions } from "../../shared/vocabulary/actions.ts";
import { planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import type { Definition, Field, InputOf } from "./definition.ts";
import {
  expiry,
  field,
  flag,
  line,
  MAX_LENGTH,
  networks,
  option,
  optionOf,
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

const MINUTES_A_DAY = 24 * 60;
const HOURS_A_MONTH = 30 * 24;

/** A field that names a reseller. */
function reseller(help: string) {
  const usage = "--reseller <reseller>";
  return { ...field(usage, `${help} (uuid or name)`, text), names: "reseller" as const };
}

/** As `reseller`, but may be left out. */
function anyReseller(help: string): Field<z.ZodMiniOptional<z.ZodMiniString>> {
  const required = reseller(help);
  return { ...required, schema: z.optional(required.schema) };
}

const resellerArgument = {
  ...field("<reseller>", "uuid or name", text),
  names: "reseller" as const,
};

/** The record's uuid as the command's argument. */
function argument(what: string, source: string) {
  return { usage: "<uuid>", schema: uuid(what, source) };
}

const key = argument("The key", "key list");
const plan = argument("The plan", "plan list");
const customField = argument("The custom field", "api GET /v1/custom-fields");
const queue = field("<queue>", "the worker's name", text);

const NAME = "--name <name>";
const name = field(NAME, "its name", line);
const newName = option(NAME, "the new name", line);
const yes = flag("--yes", "do it; without this, only say what would happen");

const expires = option(
  "--expires <when>",
  "the last day (2027-01-31, in UTC), or a number of days (90d); default: never",
  expiry,
);
const allowIp = option(
  "--allow-ip <network...>",
  "accept the key only from this address or network (203.0.113.0/24); can be repeated",
  networks,
);
const READ_ONLY = "allow only GET and HEAD, and show no secrets";

/** Names of a plan's switches. */
function switches(name: string, help: string) {
  return option(`${name} <switches...>`, `${help}: ${planFeatures.join(", ")}`, (typed) => {
    const error = `${typed} takes one or more of ${planFeatures.join(", ")}.`;
    const unknown = ({ input }: { input?: unknown }) => `There is no switch "${input}". ${error}`;
    return z.array(z.enum(planFeatures, { error: unknown }), error).check(z.minLength(1, error));
  });
}

const intervals = {
  uptime_interval_minutes: option(
    "--uptime-interval <minutes>",
    "time between two uptime checks, if not the stage's",
    wholeNumber({ most: MINUTES_A_DAY, unit: "minutes" }),
  ),
  audit_interval_hours: option(
    "--audit-interval <hours>",
    "time between two audits, if not the stage's",
    wholeNumber({ most: HOURS_A_MONTH, unit: "hours" }),
  ),
};
const isDefault = flag("--default", "make it the plan that onboarded businesses get");

const MOST_CHOICES = 100;

/** The choices of a select. */
const choices = option(
  "--options <choices...>",
  "the choices of a select, separated by commas; can be repeated",
  (typed) => {
    const count = `${typed} takes 1 to ${MOST_CHOICES} choices, separated by commas.`;
    const isDistinct = (values: string[]) => new Set(values).size === values.length;
    return z
      .array(line(`Each of the ${typed}`), count)
      .check(
        z.minLength(1, count),
        z.maxLength(MOST_CHOICES, count),
        z.refine(isDistinct, `${typed} must not name a choice twice.`),
      );
  },
);

/** A text setting of a reseller; "" removes it. */
function setting(usage: string, [help, form]: [string, string], holds: (value: string) => boolean) {
  return option(usage, `${help}: ${form}`, (typed) => {
    const error = `${typed} must be ${form}; "" removes it.`;
    const fits = (text: string) => text === "" || ([...text].length <= MAX_LENGTH && holds(text));
    return z.string(error).check(singleSpaced(), z.refine(fits, error));
  });
}

const HIGHEST_LIMIT = 10_000_000;

/** A limit of a reseller; "" restores the default. */
function limit(name: string, help: string) {
  return option(`${optionOf(name)} <number>`, `limit of ${help}`, (typed) => {
    const error = `${typed} must be a whole number from 0 to ${HIGHEST_LIMIT}; "" sets the default.`;
    const fits = (value: string) =>
      value === "" || (/^\d{1,9}$/.test(value) && Number(value) <= HIGHEST_LIMIT);
    return z.pipe(
      z.string(error).check(z.trim(), z.refine(fits, error)),
      z.transform((value: string) => (value === "" ? "" : Number(value))),
    );
  });
}

function isSecureUrl(value: string): boolean {
  const url = URL.parse(value);
  return url?.protocol === "https:" && !url.username && !url.password && !/\s/.test(value);
}

const COLOUR = /^#[0-9a-f]{6}$/i;
const frequencies = ["monthly", "weekly", "none"];

const resellerSettings = {
  sender_name: setting(
    "--sender-name <name>",
    ["sender of its e-mails", "one line of at most 255 characters"],
    isOneLine,
  ),
  reply_to: setting("--reply-to <address>", ["for replies", "an e-mail address"], isEmailAddress),
  logo_url: setting("--logo-url <url>", ["its logo", "an https URL"], isSecureUrl),
  colour: setting("--colour <colour>", ["its brand", "a colour such as #1f5fbf"], (value) =>
    COLOUR.test(value),
  ),
  link: setting("--link <url>", ["its own page", "an https URL"], isSecureUrl),
  report_mails: setting(
    "--report-mails <frequency>",
    ["reports", frequencies.join(", ")],
    (value) => frequencies.includes(value),
  ),
  email: setting(
    "--email <address>",
    ["for notices to the reseller", "an e-mail address"],
    isEmailAddress,
  ),
  max_users: limit("max_users", "users"),
  max_businesses: limit("max_businesses", "businesses in all"),
  max_websites: limit("max_websites", "websites in all"),
  max_websites_per_business: limit("max_websites_per_business", "websites of each business"),
  max_competitors_per_business: limit(
    "max_competitors_per_business",
    "competitors of each business",
  ),
  max_webhooks: limit("max_webhooks", "webhooks"),
  max_shares: limit("max_shares", "shares"),
  max_prospects_per_day: limit("max_prospects_per_day", "new prospects a day"),
  reads_per_minute: limit("reads_per_minute", "GET and HEAD requests"),
  writes_per_minute: limit("writes_per_minute", "POST, PATCH and DELETE requests"),
  deliveries_per_minute: limit("deliveries_per_minute", "webhook deliveries"),
  mails_per_day: limit("mails_per_day", "e-mails"),
};

const methods = ["GET", "POST", "PATCH", "DELETE"];

/** Every operators' command by its name. */
export const catalogue = {
  find: {
    summary:
      "Find records by the beginning of a word in a name, e-mail address or host name, at most 20. New ones are found within seconds.",
    kind: "read",
    example: "find example.com",
    fields: {
      text: field("<text>", "", text),
      reseller_uuid: anyReseller("search only this reseller"),
    },
  },
  show: {
    summary: "Show the record with this uuid, its owners, and what belongs to it.",
    kind: "read",
    example: "show UUID",
    fields: { uuid: argument("The record", "find TEXT") },
  },
  api: {
    summary:
      "Call a route of the API in a reseller's name. GET needs the permission to read, other methods the permission to write.",
    kind: ({ method }) => (method === "GET" ? "read" : "write"),
    example: "api --reseller Acme GET '/v1/users?per_page=100'",
    fields: {
      method: field("<method>", methods.join(", "), (typed) =>
        z.enum(methods, `${typed} must be one of ${methods.join(", ")}.`),
      ),
      path: field("<path>", "with the query: /v1/users?page=2", (typed) => {
        const error = `${typed} must begin with /v1/, such as /v1/users.`;
        return z.string(error).check(z.startsWith("/v1/", error));
      }),
      reseller_uuid: reseller("the reseller to act for"),
      body: option("--body <json>", "the request's body", (typed) =>
        z.string(`${typed} must be a JSON object, such as '{"name": "Acme"}'.`),
      ),
    },
  },
  "reseller create": {
    summary: 'Create a reseller, with a default plan "Standard" that has every switch on.',
    kind: "write",
    example: "reseller create --name 'Acme Web Design'",
    fields: { name },
  },
  "reseller list": {
    summary: "List all resellers with the number of their businesses and websites.",
    kind: "read",
    example: "reseller list",
    fields: {},
  },
  "reseller set": {
    summary:
      'Set a reseller\'s name, the look of its e-mails, and its limits. "" removes a setting.',
    kind: "write",
    example: "reseller set Acme --sender-name Acme --colour '#0b7a4b'",
    fields: { uuid: resellerArgument, name: newName, ...resellerSettings },
  },
  "reseller close": {
    summary:
      "Close a reseller and its sandbox: keys, checks, e-mails, webhooks and shares stop. Everything is kept for 30 days, then removed.",
    kind: "write",
    example: "reseller close UUID --yes",
    fields: { uuid: resellerArgument, yes },
  },
  "reseller reopen": {
    summary: "Reopen a reseller that was closed in the last 30 days. Everything works as before.",
    kind: "write",
    example: "reseller reopen UUID",
    fields: { uuid: resellerArgument },
  },
  "key create": {
    summary: "Issue an API key. It is shown only once.",
    kind: "write",
    example: "key create --reseller UUID --name Production --expires 90d",
    fields: {
      reseller_uuid: reseller("the key's reseller"),
      name: field(NAME, "what the key is for", line),
      expires,
      test: flag("--test", "for the reseller's sandbox, which has its own records"),
      read_only: flag("--read-only", READ_ONLY),
      allow_ip: allowIp,
    },
  },
  "key list": {
    summary: "List the keys of a reseller and its sandbox, without the keys themselves.",
    kind: "read",
    example: "key list --reseller UUID",
    fields: { reseller_uuid: reseller("the keys' reseller") },
  },
  "key set": {
    summary: "Change a key's name, rights or networks. It takes effect within 10 seconds.",
    kind: "write",
    example: "key set UUID --allow-ip 203.0.113.0/24,2001:db8::/32",
    fields: {
      uuid: key,
      name: newName,
      read_only: flag("--[no-]read-only", READ_ONLY),
      allow_ip: { ...allowIp, help: `${allowIp.help}; replaces the present networks` },
      any_ip: flag("--any-ip", "accept the key from anywhere"),
    },
  },
  "key revoke": {
    summary: "Revoke a key for good. It is refused everywhere within 10 seconds.",
    kind: "write",
    example: "key revoke UUID",
    fields: { uuid: key },
  },
  "plan create": {
    summary: "Create a plan.",
    kind: "write",
    example: "plan create --reseller UUID --name Basic --with ssl,blog",
    fields: {
      reseller_uuid: reseller("the plan's reseller"),
      name,
      default: isDefault,
      with: switches("--with", "the switches that are on"),
      ...intervals,
    },
  },
  "plan list": {
    summary: "List the plans of a reseller, or of all.",
    kind: "read",
    example: "plan list --reseller UUID",
    fields: { reseller_uuid: anyReseller("list only the plans of this reseller") },
  },
  "plan update": {
    summary: "Change a plan. Omitted settings stay.",
    kind: "write",
    example: "plan update UUID --with blog --audit-interval 12",
    fields: {
      uuid: plan,
      name: newName,
      default: isDefault,
      with: switches("--with", "switches to turn on"),
      without: switches("--without", "switches to turn off"),
      ...intervals,
    },
  },
  "plan delete": {
    summary:
      "Delete a plan and move its businesses to the default plan, at most 500 at a time: repeat it until it is deleted.",
    kind: "write",
    example: "plan delete UUID",
    fields: { uuid: plan },
  },
  "custom-field create": {
    summary: "Create a custom field for the businesses of a reseller.",
    kind: "write",
    example: "custom-field create --reseller UUID --name VAT --type text",
    fields: {
      reseller_uuid: reseller("the field's reseller"),
      name: field(NAME, "its name in requests", line),
      type: field("--type <type>", "text or select", (typed) =>
        z.enum(["text", "select"], `${typed} must be text or select.`),
      ),
      options: choices,
      required: flag(
        "--required",
        "POST /v1/businesses requires a value; onboarding does not ask for one",
      ),
    },
  },
  "custom-field update": {
    summary: "Change a custom field. The values that businesses have stay as they are.",
    kind: "write",
    example: "custom-field update UUID --reseller UUID --no-required",
    fields: {
      uuid: customField,
      reseller_uuid: reseller("the field's reseller"),
      name: option(NAME, "its new name in requests", line),
      options: { ...choices, help: `${choices.help}; they replace the present choices` },
      required: flag("--[no-]required", "whether POST /v1/businesses requires a value"),
    },
  },
  "custom-field delete": {
    summary: "Delete a custom field, with every business's value of it.",
    kind: "write",
    example: "custom-field delete UUID --reseller UUID --yes",
    fields: { uuid: customField, reseller_uuid: reseller("the field's reseller"), yes },
  },
  "business set-plan": {
    summary: "Move a business to another plan of its reseller.",
    kind: "write",
    example: "business set-plan UUID --plan UUID",
    fields: {
      business_uuid: argument("The business", "find NAME"),
      plan_uuid: field("--plan <uuid>", "the plan it gets", (typed) => uuid(typed, "plan list")),
    },
  },
  "website explain": {
    summary:
      "Explain why a website counts as up or down, and probe it now: what is sent and what comes back.",
    kind: "read",
    example: "website explain example.com",
    fields: {
      website: {
        ...field("<website>", "its uuid or host name", text),
        names: "website" as const,
      },
    },
  },
  "mail list": {
    summary: "List the e-mails to a user, or those of a reseller that were not sent.",
    kind: "read",
    example: "mail list --reseller Acme --not-sent",
    fields: {
      user_uuid: option("--user <uuid>", "list the e-mails to this user", (typed) =>
        uuid(typed, "find EMAIL"),
      ),
      reseller_uuid: anyReseller("with --not-sent: the e-mails' reseller"),
      not_sent: flag(
        "--not-sent",
        "list the e-mails that were not sent, mostly beyond the daily limit: newest first, at most 1,000",
      ),
    },
  },
  "mail resend": {
    summary: "Send a user's onboarding e-mail, even if it was sent before.",
    kind: "write",
    example: "mail resend --user UUID",
    fields: {
      user_uuid: field("--user <uuid>", "the e-mail's user", (typed) => uuid(typed, "find EMAIL")),
    },
  },
  "webhook disable": {
    summary:
      "Stop deliveries to a webhook, and keep pending ones, until an operator enables it: api POST /v1/webhooks/UUID/enable.",
    kind: "write",
    example: "webhook disable UUID",
    fields: { uuid: argument("The webhook", "api GET /v1/webhooks") },
  },
  "audit-log": {
    summary:
      "Show who changed what, newest first. Without --reseller, of all resellers in the last day.",
    kind: "read",
    example: "audit-log --reseller Acme --action website.deleted",
    fields: {
      reseller_uuid: anyReseller("changes of this reseller"),
      actor: option(
        "--actor <actor>",
        "changes by this key (its uuid or name), operator, or type: key, operator, service",
        text,
      ),
      action: option(
        "--action <action>",
        "changes of this type: website.deleted, plan.updated …",
        (typed) => z.enum(auditActions, `${typed} must be one of ${auditActions.join(", ")}.`),
      ),
      record: option("--record <uuid>", "changes of this record", (typed) =>
        uuid(typed, "find TEXT"),
      ),
      since: option(
        "--since <time>",
        "changes at this time or later; default: the last 30 days of a reseller",
        time,
      ),
      until: option("--until <time>", "changes before this time", time),
      limit: field("--limit <number>", "the most entries, up to 100; default 20", (typed) =>
        z.prefault(wholeNumber({ most: 100 })(typed), 20),
      ),
    },
  },
  usage: {
    summary: "List what each reseller used in a month, and what that cost the provider in USD.",
    kind: "read",
    example: "--csv usage --month 2026-11 > usage.csv",
    fields: {
      month: option(
        "--month <month>",
        "a month in UTC, such as 2026-11; default: this month until now",
        (typed) => {
          const error = `${typed} must be a month such as 2026-11.`;
          return z.string(error).check(z.refine(isMonth, error));
        },
      ),
      reseller_uuid: anyReseller("list only this reseller or sandbox"),
    },
  },
  "dead-letter list": {
    summary: "List the dead-letter queues, and how many messages each holds.",
    kind: "read",
    example: "dead-letter list",
    fields: {},
  },
  "dead-letter show": {
    summary: "Show messages of a dead-letter queue, and leave them in it.",
    kind: "read",
    example: "dead-letter show deliverer",
    fields: {
      queue,
      limit: field("--limit <number>", "how many, 1 to 100; default 10", (typed) =>
        z.prefault(wholeNumber({ most: 100 })(typed), 10),
      ),
    },
  },
  "dead-letter redrive": {
    summary: "Send all messages of a dead-letter queue back to the worker.",
    kind: "write",
    example: "dead-letter redrive deliverer",
    fields: { queue },
  },
  "dead-letter lost": {
    summary: "List the batches of changes that could not be processed and were put aside.",
    kind: "read",
    example: "--stage prod dead-letter lost",
    fields: {},
  },
  "dead-letter replay": {
    summary: "Process the batches that were put aside again, 20 at a time.",
    kind: "write",
    example: "--stage prod dead-letter replay",
    fields: {},
  },
} satisfies Record<string, Definition>;

export type CommandName = keyof typeof catalogue;

/** The checked input of the command with this name. */
export type CommandInput<Name extends CommandName> = InputOf<(typeof catalogue)[Name]>;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(catalogue, name);
}
