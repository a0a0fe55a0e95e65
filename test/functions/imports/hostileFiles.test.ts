import { expect, test } from "vitest";
import { openFile } from "../../../shared/files/files.ts";
import { call } from "../../support/api.ts";
import { UUID } from "../../support/expected.ts";
import { makeReseller, onboardingBody } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import {
  countUsers,
  customer,
  HEADER,
  rowsOf,
  run,
  start,
  upload,
  work,
  workToEnd,
} from "./importing.ts";

const CREATE = "POST /v1/imports";
const FETCH = "GET /v1/imports/{import_uuid}";

test.each([
  ["an object that is no text", '{"toString":1}'],
  ["deep", `${"[".repeat(30_000)}${"]".repeat(30_000)}`],
])("takes an e-mail address that is %s for a faulty row", async (_, email) => {
  const reseller = await makeReseller();
  const good = onboardingBody();
  const uuid = await upload(reseller, `{"email":${email}}\n${JSON.stringify(good)}`);
  const counted = { rows_done: 2, rows_faulty: 1 };
  expect(await run(reseller, uuid, true)).toMatchObject({ state: "checked", ...counted });
  expect(await run(reseller, uuid)).toMatchObject({ state: "finished", ...counted });
});

test("creates the customers of a corrected file after a worker that died", async () => {
  const reseller = await makeReseller();
  const { key } = reseller;
  const { uuid, upload_url } = (await call(CREATE, { key })).body.data;
  const put = async (...emails: string[]) => {
    const body = [HEADER, ...emails.map((email) => customer(email))].join("\n");
    await fetch(upload_url, { method: "PUT", body });
  };
  await put("a@example.com", "b@example.com");
  await start(reseller, uuid, false);
  // It dies between the customers and their results.
  const end = interceptRequests((_, { TransactItems = [] }) => {
    for (const { Put } of TransactItems as { Put?: { Item: Record<string, unknown> } }[]) {
      if (Put?.Item["__edb_e__"] === "importChunk") throw new Error("The worker dies");
    }
  });
  expect((await work(reseller, uuid)).batchItemFailures).toHaveLength(1);
  end();
  expect(await countUsers(reseller)).toBe(2);
  await put("c@example.com", "b@example.com");
  await workToEnd(reseller, uuid);
  const { data } = await rowsOf(reseller, uuid);
  expect(data).toMatchObject([
    { user_uuid: UUID, errors: null },
    { user_uuid: null, errors: { email: { unique: "Email belongs to a user already" } } },
  ]);
  expect(await countUsers(reseller)).toBe(3);
});

test("leaves no file, also if the worker dies at its end or a file comes later", async () => {
  const reseller = await makeReseller();
  const uuid = await upload(reseller, [HEADER, customer("a@example.com")].join("\n"));
  const { body } = await call(FETCH, { key: reseller.key, uuid });
  await run(reseller, uuid);
  await fetch(body.data.upload_url, { method: "PUT", body: "later" });
  expect(await openFile(`imports/${uuid}`)).toBeDefined();
  await run(reseller, uuid);
  expect(await openFile(`imports/${uuid}`)).toBeUndefined();
});
