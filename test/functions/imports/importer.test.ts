import { truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { made } from "../../../functions/reference/made.ts";
import { EmailAddress, emailAddressKey } from "../../../shared/entities/emailAddress.ts";
import { requireEnv } from "../../../shared/env.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { invalid, notFound, ok, TIMESTAMP, UUID } from "../../support/expected.ts";
import { makeReseller, onboardingBody } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { messagesAbout } from "../../support/messages.ts";
import { runs } from "../../support/runs.ts";
import {
  countUsers,
  customer,
  DONE,
  HEADER,
  importWithMistakes,
  rowsOf,
  run,
  start,
  upload,
  work,
  workToEnd,
} from "./importing.ts";

const CREATE = "POST /v1/imports";
const FETCH = "GET /v1/imports/{import_uuid}";
const START = "POST /v1/imports/{import_uuid}/start";
const ROWS = "GET /v1/imports/{import_uuid}/rows";

describe("an import", () => {
  test.each([
    [CREATE, "/v1/imports"],
    [START, "/v1/imports/{import_uuid}/start"],
  ])("is described as %s leaves it", async (route, path) => {
    const { key } = await makeReseller();
    const created = (await call(CREATE, { key })).body.data;
    const answered =
      route === CREATE
        ? created
        : (await call(START, { key, uuid: created.uuid, body: { dry_run: false } })).body.data;
    const { post } = JSON.parse(JSON.stringify(made.document)).paths[path];
    const { data } = post.responses[200].content["application/json"].example;
    expect(phaseOf(data)).toEqual(phaseOf(answered));
  });

  test("is brought to the worker by the stream when it is started", async () => {
    const reseller = await makeReseller();
    const { uuid: reseller_uuid } = reseller;
    const stream = await followReseller(reseller_uuid);
    const uuid = await upload(reseller, HEADER);
    await stream.settle();
    expect(messagesAbout("IMPORTS_QUEUE_URL", uuid)).toEqual([]);
    await start(reseller, uuid, true);
    await stream.settle();
    expect(messagesAbout("IMPORTS_QUEUE_URL", uuid)).toEqual([{ reseller_uuid, uuid }]);
  });

  test("tells all mistakes, and onboards the others once", async () => {
    await importWithMistakes({ customers: runs(130, 10), mistakes: 4 });
  });

  test("creates one customer a row, whatever dies or comes twice", async () => {
    const reseller = await makeReseller();
    // More than a piece of work, which is 100 rows, by `npm run test:thorough`.
    const rows = runs(150, 30);
    const lines = Array.from({ length: rows }, (_, at) => customer(`${at}@example.com`));
    const uuid = await upload(reseller, [HEADER, ...lines].join("\n"));
    await Promise.all([start(reseller, uuid, false), start(reseller, uuid, false)]);
    // Without time it does nothing but enqueue the rest.
    expect(await work(reseller, uuid, 10)).toEqual(DONE);
    expect(await countUsers(reseller)).toBe(0);
    // A row that the other one is creating fails a message, which then comes again.
    await Promise.all([work(reseller, uuid), work(reseller, uuid)]);
    expect(await workToEnd(reseller, uuid)).toMatchObject({ rows_done: rows, rows_faulty: 0 });
    expect(await countUsers(reseller)).toBe(rows);
  });

  test("takes JSON lines, and tells what an onboarding would", async () => {
    const reseller = await makeReseller();
    const body = onboardingBody();
    const file = [
      JSON.stringify(body),
      "",
      "[]",
      "{",
      JSON.stringify({ ...body, email: 1 }),
      JSON.stringify(body),
    ];
    const uuid = await upload(reseller, file.join("\n"));
    const expected = [
      { line: 1, user_uuid: null, errors: null },
      { line: 3, user_uuid: null, errors: { row: { format: "The line must be a JSON object" } } },
      { line: 4, user_uuid: null, errors: { row: { format: "The line must be a JSON object" } } },
      { line: 5, user_uuid: null, errors: { email: { type: "Email must be a string" } } },
      {
        line: 6,
        user_uuid: null,
        errors: { email: { unique: "Email is in an earlier row of the file" } },
      },
    ];
    await run(reseller, uuid, true);
    expect((await rowsOf(reseller, uuid)).data).toEqual(expected);
    await run(reseller, uuid);
    const [first, ...others] = (await rowsOf(reseller, uuid)).data;
    const last = others.pop();
    expect(first).toEqual({ line: 1, user_uuid: UUID, errors: null });
    expect(others).toMatchObject(expected.slice(1, 4));
    expect(last.errors).toEqual({ email: { unique: "Email belongs to a user already" } });
  });

  test("says when the account is full, before and at the run", async () => {
    const reseller = await makeReseller({ max_businesses: 1 });
    const uuid = await upload(
      reseller,
      [HEADER, customer("a@example.com"), customer("b@example.com")].join("\n"),
    );
    expect(await run(reseller, uuid, true)).toMatchObject({ rows_faulty: 1 });
    const { data } = await rowsOf(reseller, uuid, { status: "faulty" });
    expect(data[0].errors).toEqual({
      "business.business_name": { max: "An account can have at most 1 businesses" },
    });
  });

  test.each([
    ["no file", undefined, "No file was uploaded, or it was deleted after seven days"],
    ["an empty file", "", "The file has no rows"],
    ["a header alone", HEADER, "The file has no rows"],
    [
      "UTF-16",
      Buffer.from(`\uFEFF${HEADER}`, "utf16le"),
      "The file is not text in UTF-8: save it as CSV UTF-8",
    ],
  ])("fails for %s", async (_, file, error) => {
    const reseller = await makeReseller();
    const { key } = reseller;
    const uuid =
      file === undefined
        ? (await call(CREATE, { key })).body.data.uuid
        : await upload(reseller, file);
    expect(await run(reseller, uuid, true)).toMatchObject({
      state: "failed",
      error,
      rows_total: null,
    });
  });

  test("fails for more than it may be", async () => {
    const reseller = await makeReseller();
    const uuid = await upload(reseller, HEADER);
    const bucket = join(requireEnv("TEST_DATA_DIR"), "files", requireEnv("FILES_BUCKET"));
    truncateSync(join(bucket, "imports", uuid), 50_000_001);
    const error = "The file has more than 50 MB: split it";
    expect(await run(reseller, uuid, true)).toMatchObject({ state: "failed", error });
  });

  test("runs the file that was checked, and no other", async () => {
    const reseller = await makeReseller();
    const { key } = reseller;
    const { uuid, upload_url } = (await call(CREATE, { key })).body.data;
    const put = async (email: string) =>
      await fetch(upload_url, { method: "PUT", body: [HEADER, customer(email)].join("\n") });
    await put("a@example.com");
    await run(reseller, uuid, true);
    await put("b@example.com");
    const error = "Another file was uploaded since: check it first";
    expect(await run(reseller, uuid)).toMatchObject({ state: "failed", error });
    expect(await countUsers(reseller)).toBe(0);
    expect(await run(reseller, uuid, true)).toMatchObject({ state: "checked", error: null });
    expect(await run(reseller, uuid)).toMatchObject({ state: "finished" });
    const { data } = await EmailAddress.get(emailAddressKey(reseller.uuid, "b@example.com")).go();
    expect(data).not.toBeNull();
  });
});

describe(START, () => {
  test("refuses a check of what is running or done, and a run of what is being checked", async () => {
    const reseller = await makeReseller();
    const uuid = await upload(reseller, [HEADER, customer("a@example.com")].join("\n"));
    await start(reseller, uuid, true);
    expect(await start(reseller, uuid, false)).toEqual(
      invalid({ dry_run: { options: "The import is being checked: start it once it is checked" } }),
    );
    await workToEnd(reseller, uuid);
    const answer = await start(reseller, uuid, false);
    const data = {
      ...{ uuid, state: "running", rows_total: 1, rows_done: 0, rows_faulty: 0, error: null },
      ...{ upload_url: null, upload_until: null },
      ...{ started_at: TIMESTAMP, finished_at: null, created_at: TIMESTAMP },
    };
    expect(answer).toEqual(ok({ message: "Import started", success: true, data }));
    const begun = { dry_run: { options: "The import has begun: it can't be checked any more" } };
    expect(await start(reseller, uuid, true)).toEqual(invalid(begun));
    await workToEnd(reseller, uuid);
    expect(await start(reseller, uuid, true)).toEqual(invalid(begun));
  });

  test("finds no import of another reseller", async () => {
    const [reseller, other] = await Promise.all([makeReseller(), makeReseller()]);
    const uuid = await upload(reseller, HEADER);
    expect(await start(other, uuid, true)).toEqual(notFound("imports"));
    expect(await call(FETCH, { key: other.key, uuid })).toEqual(notFound("imports"));
    expect(await call(ROWS, { key: other.key, uuid })).toEqual(notFound("imports"));
    expect(await work(other, uuid)).toEqual(DONE);
    expect(await work(other, newUuid())).toEqual(DONE);
  });
});

/** What only the state of an import decides. */
function phaseOf(shown: Record<string, unknown>) {
  const { state, rows_done, rows_faulty, upload_url, upload_until, started_at, finished_at } =
    shown;
  const times = [upload_url, upload_until, started_at, finished_at].map((value) => value !== null);
  return { state, rows_done, rows_faulty, times };
}
