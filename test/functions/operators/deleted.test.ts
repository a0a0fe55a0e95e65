import { expect, test } from "vitest";
import { restoreAll } from "../../../infra/admin/commands/deleted.ts";
import { call } from "../../support/api.ts";
import { TIMESTAMP } from "../../support/expected.ts";
import {
  makeCustomer,
  makeDeletion,
  makeReseller,
  makeUser,
  makeWebhook,
  makeWebsite,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { refusal, run } from "./run.ts";

test("a loop of deletions is undone by one command, parents first", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const website = await makeWebsite(reseller, business);
  const other = await makeUser(reseller);
  const stream = await followReseller(reseller_uuid);
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website });
  for (const uuid of [other, user]) await call("DELETE /v1/users/{user_uuid}", { key, uuid });
  await stream.settle();

  const { total, deleted } = await run("deleted list", { reseller_uuid });
  expect(total).toBe(3);
  expect(deleted.find(({ uuid }: { uuid: string }) => uuid === website)).toEqual({
    ...{ deleted_at: TIMESTAMP, type: "website", name: "example.com", uuid: website },
    restorable_until: TIMESTAMP,
  });

  const restore = (input: object) => run("deleted restore", { reseller_uuid, ...input });
  const since = "2026-01-31T09:30:00Z";
  // The website's business comes back with its user, by the clean-up.
  expect(await restore({ since })).toEqual({
    restored: 2,
    refused: [
      {
        ...{ uuid: website, type: "website", name: "example.com" },
        why: "The business of this website is deleted: restore the business first",
      },
    ],
    left: 0,
    next: null,
  });
  await stream.settle();
  expect(await restore({ uuid: website })).toEqual({
    ...{ restored: "website", uuid: website, name: "example.com" },
  });
  expect((await call("GET /v1/users", { key })).body.meta.total).toBe(2);
  expect((await run("deleted list", { reseller_uuid })).deleted).toEqual([]);
});

test("only a user's records are restored if the command names one", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const website = await makeWebsite(reseller, business);
  const other = await makeUser(reseller);
  const stream = await followReseller(reseller_uuid);
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website });
  await call("DELETE /v1/users/{user_uuid}", { key, uuid: other });
  await stream.settle();
  const input = { reseller_uuid, user_uuid: user };
  expect(await run("deleted restore", input)).toMatchObject({ restored: 1, refused: [] });
  expect((await call("GET /v1/websites/{website_uuid}", { key, uuid: website })).status).toBe(200);
  expect((await call("GET /v1/users/{user_uuid}", { key, uuid: other })).status).toBe(404);
});

test("another reseller's deletions stay deleted", async () => {
  await makeDeletion(await makeReseller());
  const { uuid: reseller_uuid } = await makeReseller();
  const since = "2026-01-31T09:30:00Z";
  expect(await run("deleted restore", { reseller_uuid, since })).toMatchObject({ restored: 0 });
});

test("the command goes on until everything is restored", async () => {
  const asked: unknown[] = [];
  const answers = [
    { restored: 400, refused: ["b"], left: 7, next: "3" },
    { restored: 6, refused: [], left: 0, next: null },
  ];
  const ask = async (...request: unknown[]) => {
    asked.push(request);
    return answers.shift();
  };
  const first = { restored: 399, refused: ["a"], left: 407, next: "2" };
  const input = { reseller_uuid: "R", since: "T" };
  expect(await restoreAll(first, { input, ask })).toEqual({ restored: 805, refused: ["a", "b"] });
  expect(asked).toEqual([
    ["deleted restore", { ...input, after: "2" }],
    ["deleted restore", { ...input, after: "3" }],
  ]);
});

test("what was restored within the hour is refused, with the minutes until it can be restored again", async () => {
  const reseller = await makeReseller();
  const { uuid: reseller_uuid, key } = reseller;
  const uuid = await makeWebhook(reseller);
  const stream = await followReseller(reseller_uuid);
  const remove = async () => {
    await call("DELETE /v1/webhooks/{webhook_uuid}", { key, uuid });
    await stream.settle();
  };
  await remove();
  await run("deleted restore", { reseller_uuid, uuid });
  await stream.settle();
  await remove();
  expect(await refusal("deleted restore", { reseller_uuid, uuid })).toMatch(
    /^The record was restored within the hour\. Try again in (?:59|60) minutes\.$/,
  );
});
