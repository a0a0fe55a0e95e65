import { S3Client } from "@aws-sdk/client-s3";
import type { Context } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { handler as cleanup } from "../../../functions/cleanup/index.ts";
import { exportFile, exportPart, UserExport } from "../../../shared/entities/userExport.ts";
import { openFile, writeFile } from "../../../shared/files/files.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { work } from "../../support/closing.ts";
import { notFound, ok, TIMESTAMP } from "../../support/expected.ts";
import {
  type Customer,
  makeCustomer,
  makeEstate,
  makeFeedItem,
  makeKey,
  makeReseller,
  makeWebsite,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { interceptMessages } from "../../support/interceptRequests.ts";
import { sqsEvent } from "../../support/messages.ts";

const EXPORT = "GET /v1/users/{user_uuid}/export";

/** Follows an export to its end; `remaining` is the time that each call has left, in milliseconds. */
async function exportOf({ reseller, user }: Customer, remaining = 60_000) {
  const { key, uuid: reseller_uuid } = reseller;
  const ask = () => call(EXPORT, { key, uuid: user });
  const begun = await ask();
  const { data } = await UserExport.get({ reseller_uuid, uuid: user }).go({ consistent: true });
  const { export_uuid } = data ?? {};
  let next: unknown = { user_export: { reseller_uuid, uuid: user, export_uuid } };
  let calls = 0;
  const end = interceptMessages((_, { Entries }) => {
    const [entry] = Entries as { MessageBody: string }[];
    next = JSON.parse(entry?.MessageBody ?? "");
  });
  while (next) {
    const message = next;
    next = undefined;
    calls += 1;
    const context = { getRemainingTimeInMillis: () => remaining } as Context;
    await cleanup(sqsEvent(message), context);
  }
  end();
  const finished = (await ask()).body.data;
  const file = JSON.parse(await (await fetch(finished.url)).text());
  return { begun, finished, calls, file };
}

test("an export has all records of a user, and what the log tells of them", async () => {
  const estate = await makeEstate();
  const { reseller, user, business, website, finding } = estate;
  const place = { reseller_uuid: reseller.uuid, business_uuid: business };
  await makeFeedItem({ ...place, website_uuid: website });
  const stream = await followReseller(reseller.uuid);
  await call("PATCH /v1/users/{user_uuid}", {
    ...{ key: reseller.key, uuid: user, body: { first_name: "Augusta" } },
  });
  await stream.dispatch();
  const { begun, finished, file } = await exportOf(estate);
  const running = { user_uuid: user, requested_at: TIMESTAMP, finished_at: null };
  expect(begun).toEqual(ok({ data: { ...running, bytes: null, url: null } }));
  expect(finished).toMatchObject({ finished_at: TIMESTAMP, bytes: expect.any(Number) });
  expect(file).toMatchObject({ user_uuid: user, exported_at: TIMESTAMP });
  const records: { record: string; uuid: string }[] = file.records;
  const uuidsOf = (kind: string) =>
    records.filter(({ record }) => record === kind).map(({ uuid }) => uuid);
  expect(uuidsOf("user")).toEqual([user]);
  expect(uuidsOf("business")).toContain(business);
  expect(uuidsOf("website")).toContain(website);
  expect(uuidsOf("competitor")).toContain(estate.competitor);
  expect(uuidsOf("share")).toContain(estate.share);
  for (const type of ["feedItem", "websiteFindings", "maintenance", "auditLogEntry"]) {
    expect([type, uuidsOf(type).length > 0]).toEqual([type, true]);
  }
  expect(JSON.stringify(records)).toContain(finding);
  expect(JSON.stringify(records)).not.toMatch(/changed_by|__edb|"pk"|secret|token/);
});

test("an export that needs several calls has each record once", async () => {
  const customer = await makeCustomer();
  const { reseller, business } = customer;
  const websites = [await makeWebsite(reseller, business), await makeWebsite(reseller, business)];
  const { calls, file } = await exportOf(customer, 0);
  expect(calls).toBeGreaterThan(2);
  const records: { record: string; uuid: string }[] = file.records;
  const uuids = records.filter(({ record }) => record === "website").map(({ uuid }) => uuid);
  expect(uuids).toHaveLength(new Set(uuids).size);
  expect(uuids).toEqual(expect.arrayContaining(websites));
});

test("an export of many parts is joined a few at a time", async () => {
  const { reseller, user } = await makeCustomer();
  await call(EXPORT, { key: reseller.key, uuid: user });
  const key = { reseller_uuid: reseller.uuid, uuid: user };
  const { data } = await UserExport.get(key).go({ consistent: true });
  const found = { ...key, export_uuid: data?.export_uuid ?? "" };
  const record = JSON.stringify({ record: "check", text: "ü".repeat(2_100_000) });
  const parts = 3;
  for (let part = 0; part < parts; part += 1)
    await writeFile(exportPart(found, part), record, "application/json");
  const send = vi.spyOn(S3Client.prototype, "send");
  await work({ user_export: { ...found, parts, place: JSON.stringify({ stage: 9 }) } });
  const bodies = send.mock.calls.map(([{ input }]) => input as { Body?: Uint8Array });
  send.mockRestore();
  const most = Math.max(...bodies.map(({ Body }) => Body?.length ?? 0));
  expect(most / Buffer.byteLength(record)).toBeLessThan(2.1);
  const { url, bytes } = (await call(EXPORT, { key: reseller.key, uuid: user })).body.data;
  const text = await (await fetch(url)).text();
  expect(Buffer.byteLength(text)).toBe(bytes);
  const records: { record: string }[] = JSON.parse(text).records;
  expect(records.filter((each) => each.record === "check")).toHaveLength(parts);
  expect(await openFile(exportPart(found, 0))).toBeUndefined();
});

test("an export is for its reseller, by any key", async () => {
  const { reseller, user } = await makeCustomer();
  const ask = (key: string, uuid: string) => call(EXPORT, { key, uuid });
  const readOnly = await makeKey(reseller.uuid, { is_read_only: true });
  expect((await ask(readOnly, user)).status).toBe(200);
  expect(await ask((await makeReseller()).key, user)).toEqual(notFound("users"));
  expect(await ask(reseller.key, newUuid())).toEqual(notFound("users"));
});

const passErasure = (key: OwnedKey) => work({ ...key, entity: "user", is_erased: true });

test("an erasure ends the links to all exports, also to those that the table has forgotten", async () => {
  const customer = await makeCustomer();
  const { reseller, user } = customer;
  const key = { reseller_uuid: reseller.uuid, uuid: user };
  const urls: string[] = [];
  for (let made = 0; made < 2; made += 1) {
    urls.push((await exportOf(customer)).finished.url);
    // After an hour, another export begins; after a day, the table has none.
    if (made === 0) {
      await UserExport.patch(key).set({ requested_at: "2026-01-01T00:00:00+00:00" }).go();
    }
  }
  await UserExport.delete(key).go();
  const statuses = () => Promise.all(urls.map(async (url) => (await fetch(url)).status));
  expect(await statuses()).toEqual([200, 200]);
  await call("DELETE /v1/users/{user_uuid}", {
    ...{ key: reseller.key, uuid: user, query: { erase: "true" } },
  });
  expect(await call(EXPORT, { key: reseller.key, uuid: user })).toEqual(notFound("users"));
  await passErasure(key);
  expect(await statuses()).toEqual([404, 404]);
});

test("an export that an erasure overtakes leaves no file", async () => {
  const { reseller, user } = await makeCustomer();
  const key = { reseller_uuid: reseller.uuid, uuid: user };
  await call(EXPORT, { key: reseller.key, uuid: user });
  const { data } = await UserExport.get(key).go({ consistent: true });
  const found = { ...key, export_uuid: data?.export_uuid ?? "" };
  // A worker died after it had written a part and the whole.
  const files = [exportPart(found, 0), exportFile(found)];
  for (const file of files) await writeFile(file, "[]", "text/plain");
  await call("DELETE /v1/users/{user_uuid}", {
    ...{ key: reseller.key, uuid: user, query: { erase: "true" } },
  });
  await UserExport.delete(key).go();
  const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
  await cleanup(sqsEvent({ user_export: found }), context);
  for (const file of files) expect(await openFile(file)).toBeUndefined();
});
