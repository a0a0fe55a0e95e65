import { expect, test } from "vitest";
import { handler as changes } from "../../../../functions/workers/changes/index.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok } from "../../../support/expected.ts";
import { makeReseller } from "../../../support/factories.ts";
import { recordStream } from "../../../support/recordStream.ts";

const ACCOUNT = "PATCH /v1/account";
const FETCH = "GET /v1/account/alerts";
const CHANGE = "PATCH /v1/account/alerts";
const NONE = {
  ...{ addresses: [], unsubscribed_addresses: [], delay_minutes: 5, quiet_hours: null },
};
const NIGHT = { from: "22:00", to: "06:00" };

test("keeps what is sent, and leaves the rest", async () => {
  const { key } = await makeReseller();
  const { key: other } = await makeReseller();
  expect(await call(FETCH, { key })).toEqual(ok({ data: NONE }));
  let data: object = NONE;
  for (const body of [
    {},
    { addresses: ["ops@example.com", "Anna@example.com"] },
    { delay_minutes: 30 },
    { quiet_hours: NIGHT },
    { quiet_hours: null, addresses: ["Anna@example.com"] },
  ]) {
    data = { ...data, ...body };
    const answer = ok({ message: "Alerts updated", success: true, data });
    expect(await call(CHANGE, { key, body })).toEqual(answer);
    expect(await call(FETCH, { key })).toEqual(ok({ data }));
  }
  expect(await call(FETCH, { key: other })).toEqual(ok({ data: NONE }));

  const before = await call("GET /v1/account", { key });
  for (const body of [{}, { language: "fr" }, { timezone: "Europe/Paris" }]) {
    expect((await call(ACCOUNT, { key, body })).body).toMatchObject({ data: body });
  }
  const after = { ...before.body.data, language: "fr", timezone: "Europe/Paris" };
  expect((await call("GET /v1/account", { key })).body).toEqual({ data: after });
});

const eleven = Array.from({ length: 11 }, (_, index) => `ops${index}@example.com`);
test.each([
  [CHANGE, { addresses: "ops@example.com" }, { addresses: { type: "Addresses must be an array" } }],
  [CHANGE, { addresses: [1] }, { addresses: { type: "Addresses must be an array of strings" } }],
  [
    CHANGE,
    { addresses: ["ops"] },
    { addresses: { format: "Each address must have the form name@example.com" } },
  ],
  [CHANGE, { addresses: eleven }, { addresses: { max: "At most 10 addresses get alerts" } }],
  [
    CHANGE,
    { addresses: ["ops@example.com", "OPS@example.com"] },
    { addresses: { unique: "Addresses must differ" } },
  ],
  [CHANGE, { delay_minutes: 0 }, { delay_minutes: { min: "Delay minutes must be >= 1" } }],
  [CHANGE, { delay_minutes: 31 }, { delay_minutes: { max: "Delay minutes must be <= 30" } }],
  [
    CHANGE,
    { delay_minutes: 1.5 },
    { delay_minutes: { type: "Delay minutes must be a whole number" } },
  ],
  [CHANGE, { delay_minutes: "5" }, { delay_minutes: { type: "Delay minutes must be a number" } }],
  [CHANGE, { delay_minutes: null }, { delay_minutes: { type: "Delay minutes must be a number" } }],
  [CHANGE, { quiet_hours: "22:00" }, { quiet_hours: { type: "Quiet hours must be an object" } }],
  [
    CHANGE,
    { quiet_hours: { from: "24:00" } },
    {
      "quiet_hours.from": { format: "From must be a time such as 22:00" },
      "quiet_hours.to": { required: "To is required" },
    },
  ],
  [
    CHANGE,
    { quiet_hours: { from: "06:00", to: "06:00" } },
    { "quiet_hours.to": { min: "To must not be the same as from" } },
  ],
  [
    ACCOUNT,
    { language: "de-DE", timezone: "BST" },
    {
      language: { options: "Language must be one of en, de, fr, es, it, nl" },
      timezone: { format: "Timezone must be a name of the IANA database such as Europe/Berlin" },
    },
  ],
])("%s refuses %j", async (route, body, errors) => {
  const { key } = await makeReseller();
  expect(await call(route, { key, body })).toEqual(invalid(errors));
});

test("two changes at once keep both", async () => {
  const { key } = await makeReseller();
  const bodies = [{ delay_minutes: 9 }, { quiet_hours: NIGHT }, { addresses: ["a@example.com"] }];
  await Promise.all(bodies.map((body) => call(CHANGE, { key, body })));
  const data = Object.assign({}, NONE, ...bodies);
  expect(await call(FETCH, { key })).toEqual(ok({ data }));
});

test("the audit log has each change, and no value of who gets alerts", async () => {
  const { key, uuid } = await makeReseller();
  const Records = await recordStream(async () => {
    await call(CHANGE, { key, body: { addresses: ["anna@example.com"] } });
    await call(CHANGE, { key, body: {} });
    await call(CHANGE, { key, body: { quiet_hours: NIGHT } });
    await call(ACCOUNT, { key, body: { language: "nl" } });
  });
  await changes({ Records });
  const { body } = await call("GET /v1/account/audit-log", { key });
  const entry = { record: { type: "alerts", uuid }, before: null, after: null };
  expect(body.data).toMatchObject([
    { action: "account.updated", changed_fields: ["language"], after: { language: "nl" } },
    { ...entry, action: "alerts.updated", changed_fields: ["quiet_hours"] },
    { ...entry, action: "alerts.updated" },
  ]);
  expect(JSON.stringify(body)).not.toContain("anna@");
});
