import { expect, test } from "vitest";
import { handler } from "../../../../functions/workers/changes/index.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { putAside } from "../../../support/stream.ts";
import { closeQueue, followedOf, makeBatch, toldOf } from "./batch.ts";

const DONE = { batchItemFailures: [] };

test("parts that succeeded are not repeated while others fail", async () => {
  const { Records, reseller_uuid, expected } = await makeBatch();
  const parts = ["events", "cleanup"];
  const open = closeQueue("CLEANUP_QUEUE_URL");
  expect(await handler(sqsEvent(...Records.map((record) => ({ record, parts }))))).toEqual(DONE);
  const aside = putAside(reseller_uuid);
  expect(aside).toEqual(
    expected.cleanup.map(() => ({ record: expect.anything(), parts: ["cleanup"] })),
  );
  expect((await handler(sqsEvent(...aside))).batchItemFailures).toHaveLength(aside.length);
  open();
  expect(await handler(sqsEvent(...aside))).toEqual(DONE);
  const { told: events, cleanup } = followedOf(reseller_uuid);
  expect({ told: events, cleanup }).toEqual({ told: expected.told, cleanup: expected.cleanup });
  expect(toldOf(reseller_uuid)).toEqual(expected.told);
});

test("a message is given back with all its parts if the rest can't be put aside", async () => {
  const { Records, reseller_uuid } = await makeBatch();
  closeQueue("CLEANUP_QUEUE_URL", "CHANGES_QUEUE_URL");
  const messages = sqsEvent({ record: Records[1], parts: ["events", "cleanup"] });
  expect(await handler(messages)).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }],
  });
  expect(putAside(reseller_uuid)).toEqual([]);
});

test("a part that only another version knows is left to that version, and stops no other", async () => {
  const { Records, reseller_uuid, expected } = await makeBatch();
  const parts = ["mail", "constructor", "of-another-version"];
  const messages = sqsEvent(...Records.map((record) => ({ record, parts })));
  expect(await handler(messages)).toEqual(DONE);
  expect(followedOf(reseller_uuid).mail).toEqual(expected.mail);
  const aside = putAside(reseller_uuid);
  expect(aside.map(({ record }) => record.eventID).toSorted()).toEqual(
    Records.map(({ eventID }) => eventID).toSorted(),
  );
  for (const each of aside) expect(each.parts).toEqual(parts.slice(1));
  expect((await handler(sqsEvent(...aside))).batchItemFailures).toHaveLength(Records.length);
});
