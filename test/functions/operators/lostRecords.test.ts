import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { changesHandler } from "../../../functions/workers/changes/dispatch.ts";
import { bundle } from "../../../infra/function/bundle.ts";
import { Website } from "../../../shared/entities/website.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call } from "../../support/api.ts";
import { makeEstate } from "../../support/factories.ts";
import { failRequests } from "../../support/interceptRequests.ts";
import { givenUp, serveLostRecords } from "../../support/lostRecords.ts";
import { messagesAbout, sqsEvent } from "../../support/messages.ts";
import { thoroughTest } from "../../support/runs.ts";
import { changeOf } from "../../support/stream.ts";
import { answer, run } from "./run.ts";

const bucket = serveLostRecords();

const KEY = "aws/lambda/1b2c/shardId-1/2026/11/22/a";

test("lost records are listed and replayed once; the dispatcher follows them", async () => {
  const { reseller, business, website } = await makeEstate();
  const key = { reseller_uuid: reseller.uuid, uuid: website };
  const { data: before } = await Website.get(key).go();
  if (!before) throw new Error("There is no website");
  const uuids = [newUuid(), newUuid()];
  const records = uuids.map((uuid) =>
    changeOf(Website, { before: { ...before, uuid, business_uuid: business } }),
  );
  bucket.set(KEY, givenUp(...records));
  expect(await run("dead-letter lost", {})).toEqual([
    { key: KEY, lost_at: "2026-11-22T08:00:00+00:00" },
  ]);
  expect(await run("dead-letter replay", {})).toEqual({
    records: 2,
    objects: 1,
    failed: [],
    more: false,
  });
  expect(bucket.size).toBe(0);
  const messages = messagesAbout("CHANGES_QUEUE_URL", reseller.uuid);
  expect(messages).toEqual(records.map((record) => ({ record })));
  expect(await changesHandler(systemClock)(sqsEvent(...messages))).toEqual({
    batchItemFailures: [],
  });
  // The clean-up, one of the parts that follow them, keeps what was deleted.
  const deleted = await call("GET /v1/account/deleted", { key: reseller.key });
  expect(deleted.body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
    expect.arrayContaining(uuids),
  );
});

test("20 batches are replayed at a time, not counting those that fail", async () => {
  for (let number = 10; number < 35; number += 1) {
    bucket.set(`${KEY}${number}`, number < 13 ? "no JSON" : givenUp());
  }
  const failed = [10, 11, 12].map((number) => `${KEY}${number}`);
  expect(await run("dead-letter replay", {})).toEqual({
    records: 0,
    objects: 20,
    failed,
    more: true,
  });
  expect(await run("dead-letter replay", {})).toEqual({
    records: 0,
    objects: 2,
    failed,
    more: false,
  });
  expect([...bucket.keys()]).toEqual(failed);
});

test.each(["no JSON", "{}", '{"payload":"{}"}'])("an object that holds %j stays", async (text) => {
  bucket.set(KEY, text);
  bucket.set(`${KEY}b`, givenUp());
  expect(await run("dead-letter replay", {})).toMatchObject({
    objects: 1,
    failed: [KEY],
    more: false,
  });
  expect([...bucket]).toEqual([[KEY, text]]);
});

test.each(["before", "after", "lost"] as const)(
  "no record is lost if a message is not taken (%s)",
  async (when) => {
    for (let at = 1; ; at += 1) {
      const id = newUuid();
      bucket.set(KEY, givenUp({ id }));
      const end = failRequests((number) => number === at, when);
      // The command fails, or keeps the object.
      await answer("dead-letter replay", {}).catch(() => undefined);
      const calls = end();
      await run("dead-letter replay", {});
      expect(bucket.size).toBe(0);
      expect(messagesAbout("CHANGES_QUEUE_URL", id)[0]).toEqual({ record: { id } });
      if (at > calls.length) break;
    }
  },
);

thoroughTest("the bundle has all that the client of S3 needs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "admin-"));
  await bundle("functions/operators/index.ts", folder);
  bucket.set(KEY, givenUp());
  const script = `
    const { handler } = require("${folder}/index.cjs");
    handler({ command: "dead-letter lost", input: {} })
      .then((answer) => { process.stdout.write(JSON.stringify(answer)); process.exit(); })`;
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", script]);
  rmSync(folder, { recursive: true });
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, result: [{ key: KEY }] });
});

test("without a bucket, as on one machine, nothing is lost", async () => {
  bucket.set(KEY, givenUp());
  process.env["LOST_RECORDS_BUCKET"] = "";
  expect(await run("dead-letter lost", {})).toEqual([]);
  expect(await run("dead-letter replay", {})).toMatchObject({ records: 0, more: false });
  expect(bucket.size).toBe(1);
});
