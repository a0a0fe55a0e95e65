import { beforeAll, expect, test } from "vitest";

import { commandNames } from "../../../functions/operators/catalogue.ts";
import { MISSING_UUID, run } from "../../../functions/operators/run.ts";
import { makeCustomFields, makeEstate } from "../../../support/factories.ts";
import { failRequests } from "../../../support/interceptRequests.ts";
import { snapshotOf } from "../../../support/snapshot.ts";
import { adminHere } from "./inProcess.ts";

/** Placeholders for a reseller's records, and for missing ones. */
const names = new Map<string, string>();

const HIDDEN = "\u001b[2J\u202e";

beforeAll(async () => {
  const { reseller, user, business, website, webhook, delivery } = await makeEstate();
  const { uuid, planUuid } = reseller;
  const key = await run("key create", { reseller_uuid: uuid, name: "k" });
  const other = await run("plan create", { reseller_uuid: uuid, name: "p", with: ["ssl"] });
  await run("business set-plan", { business_uuid: business, plan_uuid: other.uuid });
  const foreign = await makeEstate();
  const [field] = await makeCustomFields(reseller, [{ name: "Tier" }]);
  const records = { R: uuid, U: user, B: business, W: website, H: webhook };
  const more = { D: delivery, P: planUuid, Q: other.uuid, K: key.uuid };
  const rest = { F: field?.uuid ?? "", X: foreign.reseller.planUuid, M: MISSING_UUID };
  for (const [name, value] of Object.entries({ ...records, ...more, ...rest })) {
    names.set(name, value);
  }
});

/** Requests to AWS while wrong input is refused, and the records before. */
let end: () => string[];
let before: object;
beforeAll(async () => {
  before = await snapshotOf(names.get("R") ?? "");
  end = failRequests(() => false, "before");
});

/** A command line with a capital letter for each record, and the start of its refusal. */
const WRONG: [line: string[], sentence: RegExp][] = [
  [["resellers", "list"], /^Unknown command 'resellers' \(Did you mean reseller\?\); see --help\./],
  [["reseller", "lst"], /^Unknown command 'lst' \(Did you mean list\?\); see --help\./],
  [["reseller", "list", "--all"], /^Unknown option '--all'/],
  [["reseller", "list", "--json", "--csv"], /^Option '--csv' cannot be used with option '--json'/],
  [["reseller", "list", "R"], /^Too many arguments for 'list'/],
  [["reseller", "create"], /^Required option '--name <name>' not specified; see --help\./],
  [["reseller", "create", "--name", ""], /^--name must be a text of 1 to 255 characters\./],
  [["reseller", "create", "--name", `A${HIDDEN}`], /^--name must be one line that can be read/],
  [["reseller", "create", "--name", "a\ud800"], /^--name must be one line that can be read/],
  [["reseller", "set", "none such", "--name", "A"], /^There is no reseller "none such"/],
  [["reseller", "set", "M", "--name", "A"], /^There is no reseller M: "reseller list"/],
  [["reseller", "set", "B", "--name", "A"], /^There is no reseller B: "reseller list"/],
  [["reseller", "set", "R"], /^Nothing to change: give one or more of --name, --sender-name/],
  [["reseller", "close", "R"], /^This closes the reseller ".*Add --yes to do it\./],
  [["reseller", "close", "none such"], /^There is no reseller "none such"/],
  [["reseller", "reopen", "M"], /^There is no reseller M/],
  [["key", "create", "--reseller", "M", "--name", "k"], /^There is no reseller M/],
  [
    ["export", "package.json", "--reseller", "R"],
    /^package\.json exists already: name a new file\./,
  ],
  [["export", "nowhere/a.csv", "--reseller", "R"], /^There is no folder nowhere\./],
  [["key", "set", "K"], /^Nothing to change: give --name, --read-only/],
  [
    ["key", "set", "K", "--allow-ip", "10.0.0.0/8", "--any-ip"],
    /^Give --allow-ip or --any-ip, not/,
  ],
  [["key", "set", "M", "--any-ip"], /^There is no key M: "key list" shows/],
  [["key", "list", "--reseller", "not-a-uuid"], /^There is no reseller "not-a-uuid"/],
  [["key", "revoke", "M"], /^There is no key M: "key list" shows/],
  [["key", "set", "K", "--name", "\t"], /^--name must be a text/],
  [["plan", "create", "--reseller", "R", "--name", HIDDEN], /^--name must be one line/],
  [["plan", "update", "P"], /^Nothing to change: give --name, --default/],
  [["plan", "delete", "P"], /^"Standard" is the reseller's default plan: make another one/],
  [
    ["custom-field", "create", "--reseller", "R", "--name", "n", "--type", "select"],
    /^A select field needs --options/,
  ],
  [
    ["custom-field", "create", "--reseller", "R", "--name", "Tier", "--type", "text"],
    /^The reseller has a custom field "Tier" already/,
  ],
  [
    ["custom-field", "create", "--reseller", "R", "--name", "__proto__", "--type", "text"],
    /^A custom field can't have the name "__proto__"/,
  ],
  [
    ["custom-field", "update", "F", "--reseller", "R", "--options", "a, a"],
    /^--options must not name a choice twice\./,
  ],
  [
    ["custom-field", "update", "M", "--reseller", "R", "--name", "n"],
    /^The reseller has no custom field M/,
  ],
  [["custom-field", "delete", "F", "--reseller", "R"], /^This deletes the custom field "Tier"/],
  [["mail", "list", "--reseller", "M", "--not-sent"], /^There is no reseller M/],
  [["mail", "list", "--reseller", "R"], /^Give --user, or --reseller with --not-sent\./],
  [["mail", "resend", "--user", "M"], /^There is no user M/],
  [["webhook", "disable", "M"], /^There is no webhook M/],
  [
    ["business", "set-plan", "B", "--plan", "X"],
    /^The business belongs to reseller R, which has no plan X/,
  ],
  [
    ["website", "explain", "nowhere.example"],
    /^There is no website "nowhere\.example": "find TEXT"/,
  ],
  [["website", "explain", HIDDEN], /^There is no website "\?\[2J<U\+202E>"/],
  [["dead-letter", "show", "../mailer"], /^There are no dead letters of "\.\.\/mailer", only of/],
  [["find", " "], /^TEXT must be a text of 1 to 255 characters\./],
  [["find", "a", "--reseller", "M"], /^There is no reseller M/],
  [["show", "example.com"], /^The record must be given by its uuid: "find TEXT" shows it\./],
  [["show", "M"], /^Nothing has the uuid M: "find TEXT" finds it/],
  [["reseller", "list", "--stage", "a/b"], /^Option '--stage <name>' argument 'a\/b' is invalid/],
  [["plan", "list", "--reseller", "M"], /^There is no reseller M/],
  [["audit-log", "--reseller", "none such"], /^There is no reseller "none such"/],
  [["usage", "--month", "November"], /^--month must be a month such as 2026-11/],
  [["usage", "--reseller", "none such"], /^There is no reseller "none such"/],
  [["dead-letter", "list", "--all"], /^Unknown option '--all'/],
  [["dead-letter", "lost", "--all"], /^Unknown option '--all'/],
  [["dead-letter", "redrive", "--all"], /^Unknown option '--all'/],
  [["dead-letter", "replay", "--all"], /^Unknown option '--all'/],
  [["api", "PUT", "/v1/users", "--reseller", "R"], /^METHOD must be one of GET, POST, PATCH, DEL/],
  [["api", "GET", "users", "--reseller", "R"], /^PATH must begin with \/v1\//],
  [["api", "GET", "/v1/nowhere", "--reseller", "R"], /^The API has no route GET \/v1\/nowhere/],
  [["api", "GET", "/v1/users", "--reseller", "M"], /^There is no reseller M/],
  [
    ["api", "PATCH", "/v1/businesses/B", "--reseller", "R", "--body", "[]"],
    /^--body must be a JSON object/,
  ],
  [
    ["api", "PATCH", "/v1/businesses/M", "--reseller", "R", "--body", "{}"],
    /^The API answers 404: \{"code":404,/,
  ],
  [
    ["api", "GET", "/v1/webhooks/H/secret", "--reseller", "R"],
    /^Operators can't see resellers' secrets\./,
  ],
];

test.each(WRONG)("%j is refused in one sentence, and writes nothing", async (line, sentence) => {
  const args = line.map(
    (part) =>
      names.get(part) ?? part.replace(/(?<=\/)[A-Z](?=\/|$)/, (name) => names.get(name) ?? name),
  );
  const { code, stdout, stderr } = await adminHere(args);
  const said = [...names].reduce((text, [name, value]) => text.replaceAll(value, name), stderr);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(said).toMatch(sentence);
  // One line, without a stack or control characters.
  expect(stderr).toMatch(/^[^\p{Cc}\p{Cf}]+\.\n$/u);
  expect(stderr).not.toMatch(/node_modules|\.ts\b|\bat .*:\d+/);
});

test("every command refuses something", () => {
  const refused = WRONG.map(([line]) => `${line.join(" ")} `);
  const others = commandNames.filter(
    (name) => !refused.some((line) => line.startsWith(`${name} `)),
  );
  expect(others.toSorted()).toEqual([]);
});

test("none of these requests has created or changed anything", async () => {
  expect(WRONG.length).toBeGreaterThanOrEqual(40);
  const tableRequests = end();
  expect(tableRequests).toContainEqual(expect.stringMatching(/^Query/));
  // Revoking a missing key sends a write with a condition.
  expect(tableRequests.filter((call) => !/^(Get|BatchGet|Query|UpdateItem)/.test(call))).toEqual(
    [],
  );
  expect(await snapshotOf(names.get("R") ?? "")).toEqual(before);
});
