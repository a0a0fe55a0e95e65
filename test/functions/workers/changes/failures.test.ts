import { InvalidMessageContents } from "@aws-sdk/client-sqs";
import { expect, onTestFinished, test } from "vitest";
import { handler } from "../../../../functions/workers/changes/index.ts";
import { Business } from "../../../../shared/entities/business.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { interceptMessages, interceptRequests } from "../../../support/interceptRequests.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { thoroughly, thoroughTest } from "../../../support/runs.ts";
import { changeOf, putAside } from "../../../support/stream.ts";
import {
  closeQueue,
  deliveriesOf,
  followedOf,
  logOf,
  makeBatch,
  putWebhook,
  recordsOf,
  toldOf,
} from "./batch.ts";

/** Each request fails once in the thorough run, and one in four by `npm test`. */
const [STEP = 1] = thoroughly([1], [4]);

const DONE = { batchItemFailures: [] };

/** Has requests fail, by their number, and counts them; to DynamoDB and to SQS. */
function failWhen(isFailing: (request: number) => boolean) {
  const seen = { requests: 0 };
  const before = () => {
    seen.requests += 1;
    if (isFailing(seen.requests)) throw new Error("AWS is away");
  };
  const ends = [interceptRequests(before), interceptMessages(before)];
  const end = () => {
    for (const each of ends) each();
  };
  onTestFinished(end);
  return { seen, end };
}

async function expectAll({
  reseller_uuid,
  expected,
  logged,
}: Awaited<ReturnType<typeof makeBatch>>) {
  expect(followedOf(reseller_uuid)).toEqual(expected);
  const log = (await logOf(reseller_uuid)).map((entry) => JSON.parse(entry));
  expect(log.map(([, action, uuid]) => `${action} ${uuid}`).toSorted()).toEqual(logged);
}

test("everything follows from a batch of changes, once", async () => {
  const batch = await makeBatch();
  expect(await handler(batch)).toEqual(DONE);
  await expectAll(batch);
  expect(toldOf(batch.reseller_uuid)).toEqual(batch.expected.events);
  expect(putAside(batch.reseller_uuid)).toEqual([]);
});

thoroughTest(
  "everything follows once the batch comes again, wherever the dispatcher was killed",
  async () => {
    for (let last = 0; ; last += STEP) {
      const batch = await makeBatch();
      const { seen, end } = failWhen((request) => request > last);
      // Its answer is lost.
      await handler(batch);
      end();
      if (seen.requests <= last) break;
      expect(await handler(batch)).toEqual(DONE);
      await expectAll(batch);
    }
  },
);

test("everything follows from the records put aside, whichever request failed", async () => {
  for (let failing = 1; ; failing += STEP) {
    const batch = await makeBatch();
    const { seen, end } = failWhen((request) => request === failing);
    expect(await handler(batch)).toEqual(DONE);
    end();
    const aside = putAside(batch.reseller_uuid);
    if (seen.requests < failing) {
      expect(aside).toEqual([]);
      break;
    }
    expect(aside.length).toBeGreaterThan(0);
    expect(await handler(sqsEvent(...aside))).toEqual(DONE);
    await expectAll(batch);
  }
});

test("a part that fails stops no other, and is done later alone", async () => {
  const batch = await makeBatch();
  const { reseller_uuid, expected, Records } = batch;
  const open = closeQueue("MAIL_QUEUE_URL");
  expect(await handler(batch)).toEqual(DONE);
  expect(followedOf(reseller_uuid)).toEqual({ ...expected, mail: [] });
  const aside = putAside(reseller_uuid);
  const followed = [4, 6, 7, 8, 9].map((index) => Records[index]);
  expect(aside).toEqual(followed.map((record) => ({ record, part: "mail" })));

  const { batchItemFailures } = await handler(sqsEvent(...aside));
  expect(batchItemFailures).toEqual(
    ["message-0", "message-1"].map((itemIdentifier) => ({ itemIdentifier })),
  );
  open();
  expect(await handler(sqsEvent(...aside))).toEqual(DONE);
  await expectAll(batch);
  expect(toldOf(reseller_uuid)).toEqual(expected.events);
});

test("a record that can't be put aside is given back alone", async () => {
  const batch = await makeBatch();
  const open = closeQueue("CLEANUP_QUEUE_URL", "CHANGES_QUEUE_URL");
  const itemIdentifier = batch.Records[1]?.dynamodb?.SequenceNumber;
  expect(await handler(batch)).toEqual({ batchItemFailures: [{ itemIdentifier }] });
  open();
  expect(await handler({ Records: batch.Records.slice(1) })).toEqual(DONE);
  await expectAll(batch);
});

test("a record that can't be read is put aside for all parts, and delays no other", async () => {
  const batch = await makeBatch();
  const { reseller_uuid, Records } = batch;
  // No type that DynamoDB has.
  const image = { reseller_uuid: { S: reseller_uuid }, n: { X: "1" } };
  const record: object = { dynamodb: { SequenceNumber: "1", NewImage: image } };
  expect(await handler({ Records: [record, ...Records] })).toEqual(DONE);
  await expectAll(batch);
  const aside = putAside(reseller_uuid);
  expect(aside).toEqual([{ record }]);
  const other = { record: Records[0], part: "of-another-version" };
  expect((await handler(sqsEvent(...aside, other))).batchItemFailures).toHaveLength(2);
});

test("of a lost record that comes again, the parts that succeed are not repeated while others fail", async () => {
  const { Records, reseller_uuid, expected } = await makeBatch();
  const lost = Records.map((record) => ({ record }));
  closeQueue("CLEANUP_QUEUE_URL");
  expect(await handler(sqsEvent(...lost))).toEqual(DONE);
  const aside = putAside(reseller_uuid);
  expect(aside).toEqual(
    expected.cleanup.map(() => ({ record: expect.anything(), part: "cleanup" })),
  );
  expect((await handler(sqsEvent(...aside))).batchItemFailures).toHaveLength(aside.length);
  expect(toldOf(reseller_uuid)).toEqual(expected.events);
});

test("a character that SQS refuses delays nothing", async () => {
  const refusal = new InvalidMessageContents({ message: "Invalid characters", $metadata: {} });
  onTestFinished(
    interceptMessages((_, { Entries }) => {
      const bodies = (Entries as { MessageBody: string }[]).map(({ MessageBody }) => MessageBody);
      if (/[\uFFFE\uFFFF]/.test(bodies.join(""))) throw refusal;
    }),
  );
  const reseller_uuid = newUuid();
  await putWebhook(reseller_uuid);
  const names = ["Before", "\uFFFE and \uFFFF", "After"];
  const Records = names.map((name) => {
    const { business } = recordsOf(reseller_uuid);
    return changeOf(Business, { after: { ...business, name, custom_field_values: [] } });
  });
  expect(await handler({ Records })).toEqual(DONE);
  const eventsSent = deliveriesOf(reseller_uuid).flatMap(({ events }) => events);
  expect(eventsSent.map(({ data }) => (data as { name?: string }).name).toSorted()).toEqual(
    names.toSorted(),
  );
});
