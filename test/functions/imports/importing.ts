import type { Context } from "aws-lambda";
import { expect } from "vitest";
import { handler } from "../../../functions/imports/importer/index.ts";
import { openFile } from "../../../shared/files/files.ts";
import { call } from "../../support/api.ts";
import { makeReseller, onboardingBody, type TestReseller } from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";

export const HEADER =
  "email,first_name,last_name,language_preference,business.business_name,business.hostname," +
  "business.address_line_1,business.city,business.phone_number,business.country_code";

export function customer(email: string, more = "+442071838750,GB"): string {
  return `${email},Ada,Lovelace,en-GB,"Ada's ""Best"" Bakery, Ltd",${email.replaceAll(/\W/g, "-")}.example.com,1 Mill Street,London,${more}`;
}

/** An import whose file is uploaded. */
export async function upload(
  { key }: TestReseller,
  file: string | Buffer<ArrayBuffer>,
): Promise<string> {
  const { uuid, upload_url } = (await call("POST /v1/imports", { key })).body.data;
  expect((await fetch(upload_url, { method: "PUT", body: file })).status).toBe(200);
  return uuid;
}

export async function start({ key }: TestReseller, uuid: string, dry_run: boolean) {
  return await call("POST /v1/imports/{import_uuid}/start", { key, uuid, body: { dry_run } });
}

/** Calls the worker once, as the stream and its queue do. */
export async function work({ uuid: reseller_uuid }: TestReseller, uuid: string, seconds = 180) {
  const context = { getRemainingTimeInMillis: () => seconds * 1000 } as Context;
  return await handler(sqsEvent({ reseller_uuid, uuid }), context);
}

export const DONE = { batchItemFailures: [] };

export async function workToEnd(reseller: TestReseller, uuid: string) {
  for (;;) {
    expect(await work(reseller, uuid)).toEqual(DONE);
    const { data } = (await call("GET /v1/imports/{import_uuid}", { key: reseller.key, uuid }))
      .body;
    if (data.state !== "checking" && data.state !== "running") return data;
  }
}

export async function run(reseller: TestReseller, uuid: string, dry_run = false) {
  expect((await start(reseller, uuid, dry_run)).status).toBe(200);
  return await workToEnd(reseller, uuid);
}

export async function rowsOf({ key }: TestReseller, uuid: string, query = {}) {
  return (await call("GET /v1/imports/{import_uuid}/rows", { key, uuid, query })).body;
}

export async function countUsers({ key }: TestReseller): Promise<number> {
  return (await call("GET /v1/users", { key })).body.meta.total;
}

/** Imports some customers of which some are mistakes: each mistake is told, the others are onboarded once. */
export async function importWithMistakes(size: { customers: number; mistakes: number }) {
  const reseller = await makeReseller();
  const { key } = reseller;
  const { email } = onboardingBody();
  await call("POST /v1/onboarding", { key, body: { ...onboardingBody(), email } });
  const mistakes = new Map<number, [string, string, string]>([
    [7, ["not an address", "email", "format"]],
    [8, [email.toUpperCase(), "email", "unique"]],
  ]);
  const step = Math.floor((size.customers - 9) / (size.mistakes - 2)) + 1;
  for (let at = 9; at < size.customers; at += step) {
    mistakes.set(at, [`${at}@example.com`, "business.country_code", "format"]);
  }
  expect(mistakes.size).toBe(size.mistakes);
  const lines = Array.from({ length: size.customers }, (_, at) => {
    const [given] = mistakes.get(at) ?? [];
    return customer(
      given ?? `${at}@example.com`,
      at >= 9 && given ? "+442071838750,XX" : undefined,
    );
  });
  const uuid = await upload(reseller, `\uFEFF${[HEADER, ...lines].join("\r\n")}\r\n`);
  const users = size.customers - size.mistakes + 1;
  const counted = {
    rows_total: size.customers,
    rows_done: size.customers,
    rows_faulty: size.mistakes,
  };
  expect(await run(reseller, uuid, true)).toMatchObject({ state: "checked", ...counted });
  const checked = await rowsOf(reseller, uuid, { status: "faulty", per_page: "100" });
  const told = checked.data.map(({ line, errors }: { line: number; errors: object }) => [
    line - 2,
    errors,
  ]);
  expect(told).toEqual(
    [...mistakes].map(([at, [, field, rule]]) => [at, { [field]: { [rule]: expect.any(String) } }]),
  );
  expect(await countUsers(reseller)).toBe(1);

  expect(await run(reseller, uuid)).toMatchObject({ state: "finished", ...counted, error: null });
  expect(await countUsers(reseller)).toBe(users);
  const created = await rowsOf(reseller, uuid, { status: "valid", per_page: "4", page: "2" });
  expect(created.meta).toMatchObject({ total: users - 1, from: 5, to: 8 });
  const [first] = created.data;
  const { body } = await call("GET /v1/users/{user_uuid}", { key, uuid: first.user_uuid });
  expect(body.data.email).toBe(`${first.line - 2}@example.com`);
  expect((await rowsOf(reseller, uuid, { status: "faulty" })).data).toEqual(checked.data);
  // The file is gone, and another start does nothing.
  expect(await openFile(`imports/${uuid}`)).toBeUndefined();
  expect(await run(reseller, uuid)).toMatchObject({ state: "finished", ...counted });
  expect(await countUsers(reseller)).toBe(users);
}
