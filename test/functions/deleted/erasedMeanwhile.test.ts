import { type AttributeValue, DeleteItemCommand } from "@aws-sdk/client-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import { Delivery } from "../../../shared/entities/delivery.ts";
import { Erasure } from "../../../shared/entities/erasure.ts";
import { IdempotencyKey } from "../../../shared/entities/idempotencyKey.ts";
import { mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import { MailedAddress } from "../../../shared/entities/mailedAddress.ts";
import { tableConfiguration, wireClient } from "../../../shared/table/entity.ts";
import { NEVER, timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { onboardingBody } from "../../support/bodies.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { storedOf } from "../../support/marks.ts";
import { itemsNaming } from "../../support/snapshot.ts";
import { due, erase, pass } from "./erasing.ts";

const DONE = { batchItemFailures: [] };

/** A user whose erasure is due, and whom an answer, a delivery, the log and the mailed addresses name. */
async function makeErased() {
  const reseller = await makeReseller();
  const { uuid: reseller_uuid, key } = reseller;
  const webhook_uuid = await makeWebhook(reseller);
  const stream = await followReseller(reseller_uuid);
  const body = onboardingBody();
  const { email } = body;
  const headers = { "idempotency-key": newUuid() };
  const { user } = (await call("POST /v1/onboarding", { key, headers, body })).body.data;
  const uuid: string = user.uuid;
  await stream.settle();
  const data = { uuid, email };
  const event = JSON.stringify({ type: "user.updated", timestamp: timestamp(), data });
  const delivery = await makeDelivery({ reseller_uuid, webhook_uuid }, { body: event });
  const mailed = { reseller_uuid, ...mailAddressKey(email) };
  const sent = { mailed_at: timestamp(), expires_epoch: 4_000_000_000 };
  await MailedAddress.put({ ...mailed, ...sent, user_uuid: uuid }).go();
  await erase(reseller, uuid);
  await stream.settle();
  const message = await due(reseller, uuid);
  const doPass = async () => expect(await pass(message)).toEqual(DONE);
  return { reseller_uuid, uuid, email, delivery, mailed, doPass };
}

interface Input {
  Key?: { pk: unknown; sk: unknown };
  UpdateExpression?: string;
}

/** Runs `work` ahead of the first update whose key or expression has this text. */
function beforeUpdate(text: string, work: (input: Input) => unknown) {
  const end = interceptRequests(async (command, input: Input) => {
    const { Key, UpdateExpression } = input;
    if (command !== "Update" || !JSON.stringify({ Key, UpdateExpression }).includes(text)) return;
    end();
    await work(input);
  });
  onTestFinished(end);
}

test("an erasure leaves nothing of what names the user, but that mails went to others there", async () => {
  const { reseller_uuid, email, mailed, doPass } = await makeErased();
  expect(await storedOf(reseller_uuid)).toContain(email);
  await doPass();
  expect(await storedOf(reseller_uuid)).not.toContain(email);
  expect((await MailedAddress.get(mailed).go()).data).toBeNull();
  const other = await makeErased();
  await MailedAddress.patch(other.mailed).set({ user_uuid: newUuid() }).go();
  await other.doPass();
  expect((await MailedAddress.get(other.mailed).go()).data).not.toBeNull();
});

test("an answer that another request has just written stays", async () => {
  const { reseller_uuid, doPass } = await makeErased();
  const items = await itemsNaming(reseller_uuid);
  const digest = items.find(({ sk }) => sk?.S === "idempotencyKey")?.["digest"]?.S ?? "";
  const key = { reseller_uuid, digest };
  const written = { token: "another", answer: Buffer.from("new") };
  beforeUpdate("answer", () => IdempotencyKey.patch(key).set(written).go());
  await doPass();
  const { data } = await IdempotencyKey.get(key).go();
  expect(Buffer.from(data?.answer ?? "").toString()).toBe("new");
});

test("an attempt of a delivery that is noted meanwhile stays", async () => {
  const { delivery, doPass } = await makeErased();
  const { reseller_uuid, webhook_uuid, sequence, attempts } = delivery;
  const key = { reseller_uuid, webhook_uuid, sequence };
  const changed = { attempts: [...attempts, ...attempts], updated_at: "2100-01-01T00:00:00+00:00" };
  beforeUpdate("delivery#", () => Delivery.patch(key).set(changed).go());
  await doPass();
  expect((await Delivery.get(key).go()).data?.attempts).toEqual(changed.attempts);
});

test("an entry of the log that expires meanwhile does not come back", async () => {
  const { doPass } = await makeErased();
  const gone: Record<string, AttributeValue>[] = [];
  beforeUpdate("REMOVE #before, #after", async ({ Key = {} }) => {
    gone.push(marshall(Key));
    const TableName = tableConfiguration.table;
    await wireClient.send(new DeleteItemCommand({ TableName, Key: marshall(Key) }));
  });
  await doPass();
  expect(gone).toHaveLength(1);
  const [{ pk, sk } = {}] = gone;
  const left = await itemsNaming(String(pk?.S).split("#").at(-1) ?? "");
  expect(left.filter((item) => item["sk"]?.S === sk?.S)).toEqual([]);
});

test("a pass that another worker has finished is not noted again", async () => {
  const { reseller_uuid, uuid, doPass } = await makeErased();
  const done = { due_at: NEVER, passes: 3 };
  beforeUpdate("passes", () => Erasure.patch({ reseller_uuid, uuid }).set(done).go());
  await doPass();
  const { data } = await Erasure.get({ reseller_uuid, uuid }).go({ consistent: true });
  expect(data).toMatchObject(done);
});
