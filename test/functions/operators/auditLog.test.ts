import { expect, test } from "vitest";
import { handler } from "../../../functions/operators/index.ts";
import { handler as changes } from "../../../functions/workers/changes/index.ts";
import { identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { call } from "../../support/api.ts";
import { lastPage, ok, TIMESTAMP, UUID } from "../../support/expected.ts";
import { makeEstate, makeReseller } from "../../support/factories.ts";
import { recordStream } from "../../support/recordStream.ts";
import { refusal, run } from "./run.ts";

const LOG = "GET /v1/account/audit-log";

/** Runs commands, and does what the dispatcher does with their changes. */
async function follow(work: () => Promise<unknown>) {
  const Records = await recordStream(work);
  expect(await changes({ Records })).toEqual({ batchItemFailures: [] });
}

const send = (command: string, input: Record<string, unknown>, caller = "jane") =>
  handler({ command, input, caller }, { awsRequestId: "request-1" });

test("a reseller is told that an operator changed something, and the provider who it was", async () => {
  const { reseller, user: uuid } = await makeEstate();
  const suspension = { method: "PATCH", path: `/v1/users/${uuid}`, body: '{"suspended":true}' };
  await follow(() => send("api", { reseller_uuid: reseller.uuid, ...suspension }));
  const entry = {
    uuid: UUID,
    created_at: TIMESTAMP,
    action: "user.suspended",
    actor: { type: "operator", uuid: null, name: null },
    ...{ ip: null, user_agent: null, request_id: "request-1", cause: null },
    record: { type: "user", uuid },
    changed_fields: ["suspended_at"],
    before: null,
    after: null,
  };
  expect(await call(LOG, { key: reseller.key })).toEqual(ok({ data: [entry], meta: lastPage }));
  expect(await run("audit-log", { reseller_uuid: reseller.uuid })).toEqual([
    {
      ...{ created_at: TIMESTAMP, reseller_uuid: reseller.uuid, action: "user.suspended" },
      ...{ actor: "jane (on this machine)", key: null, record: `user ${uuid}`, because: null },
      changed_fields: "suspended_at",
      before: null,
      after: null,
      ...{ ip: null, user_agent: null, request_id: "request-1" },
    },
  ]);
});

test("an entry about no person has the changed fields before and after", async () => {
  const { key, uuid: reseller_uuid, planUuid: uuid } = await makeReseller();
  await follow(() => send("plan update", { uuid, name: "New" }));
  const { data } = (await call(LOG, { key })).body;
  expect(data).toMatchObject([
    { action: "plan.updated", before: { name: "Standard" }, after: { name: "New" } },
  ]);
  expect(data[0].changed_fields).toEqual(["name"]);
  expect(await run("audit-log", { reseller_uuid })).toMatchObject([{ after: '{"name":"New"}' }]);
});

test("secrets and their hashes are in no entry", async () => {
  const estate = await makeEstate();
  const { reseller, webhook: uuid } = estate;
  const { uuid: reseller_uuid } = reseller;
  const shown: string[] = [];
  await follow(async () => {
    const issued = await run("key create", { reseller_uuid, name: "new" });
    await run("key revoke", { uuid: issued.uuid });
    shown.push(issued.key);
    const { body } = await call("POST /v1/webhooks/{webhook_uuid}/secret/rotate", {
      key: reseller.key,
      uuid,
    });
    shown.push(body.data.secret);
  });
  const log = JSON.stringify(await run("audit-log", { reseller_uuid, limit: 100 }));
  expect(log).toContain("api_key.created");
  expect(log).toContain("webhook.secret_rotated");
  const hashes = shown.slice(0, 1).map((key) => identifyApiKey(key).sha256);
  for (const secret of [...shown, ...hashes]) {
    expect(secret.length).toBeGreaterThan(30);
    expect(log).not.toContain(secret);
  }
});

test.each([
  [{ since: "soon" }, "--since must be a time such as 2026-11-23 or 2026-11-23T09:30:00Z."],
  [{ until: "-271821-04-20" }, /^--until must be a time/],
  [{ until: "+275760-09-13" }, /^--until must be a time/],
  [{ since: "2026-11-23", until: "2026-11-23" }, "--until must be after --since."],
  [{ action: "website.moved" }, /^--action must be one of account\.created, /],
  [{ record: "1" }, /^--record must be given by its uuid/],
  [{ limit: 101 }, /^--limit must be a whole number from 1 to 100/],
])("refuses %j", async (input, sentence) => {
  expect(await refusal("audit-log", input)).toMatch(sentence);
});
