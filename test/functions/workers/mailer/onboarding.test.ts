import { expect, onTestFinished, test, vi } from "vitest";
import { mailerHandler } from "../../../../functions/workers/mailer/mailBatch.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { users } from "../../../../shared/lists/users.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { makeReseller, makeSandbox } from "../../../support/factories.ts";
import { sqsEvent } from "../../../support/messages.ts";
import { startSes } from "../../../support/ses.ts";
import { open, PAGE } from "../../open/sharedPages/open.ts";
import { clockAt, deliver, mailOf, mailTo, onboard } from "./onboarded.ts";

const ses = await startSes();

test("sends one mail in the reseller's name, as text and as HTML", async () => {
  const onboarded = await onboard();
  const { reseller_uuid, user_uuid, email, message } = onboarded;
  expect(await deliver(message)).toBe(true);
  expect(ses.takenFor(email)).toEqual([
    mailTo(onboarded, {
      occasion: "onboarding",
      subject: "Your website is now being monitored",
      text: /^Hello Ada,\n\nTest reseller has .*\n\nBusiness: Analytical Engines\nWebsite: engines\.example\.com\n\n.*status page: https?:\/\/[^ ]+\/s\/[0-9a-z]{22}\n/s,
      html: /^<!doctype html>.*Analytical Engines.*<\/html>\n$/s,
    }),
  ]);
  expect(await mailOf(onboarded)).toEqual({
    ...{ reseller_uuid, about: "user", uuid: user_uuid, occasion: "onboarding" },
    ...{ status: "sent", sent_at: "2026-11-22T10:00:00+00:00" },
    message_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("discards the mail of a sandbox", async () => {
  const onboarded = await onboard(await makeSandbox(await makeReseller()));
  const { email, message } = onboarded;
  expect(await deliver(message)).toBe(true);
  expect(ses.takenFor(email)).toEqual([]);
  const discarded = { status: "discarded", reason: "No mail leaves a sandbox." };
  expect(await mailOf(onboarded)).toMatchObject(discarded);
});

test("sends nothing for a reseller that is being removed", async () => {
  const reseller = await makeReseller();
  const onboarded = await onboard(reseller);
  const deleting_since = timestamp();
  await Reseller.patch({ uuid: reseller.uuid }).set({ deleting_since }).go();
  expect(await deliver(onboarded.message)).toBe(true);
  expect(ses.takenFor(onboarded.email)).toEqual([]);
  expect(await mailOf(onboarded)).toBeUndefined();
});

test("uses the settings of the reseller", async () => {
  const reseller = await makeReseller();
  const set = {
    sender_name: "Büro Sørensen",
    reply_to: "hello@acme.example",
    logo_url: "https://acme.example/logo.png",
    colour: "#ffd400",
    link: "https://acme.example/results",
  };
  await Reseller.patch({ uuid: reseller.uuid }).set(set).go();
  const { email, message } = await onboard(reseller, { language_preference: "de-AT" });
  expect(await deliver(message)).toBe(true);
  const [{ FromEmailAddress, ReplyToAddresses, Content }] = ses.takenFor(email);
  expect(FromEmailAddress).toBe(
    `=?UTF-8?B?${Buffer.from(set.sender_name).toString("base64")}?= <monitoring@reseller.example>`,
  );
  expect(ReplyToAddresses).toEqual([set.reply_to]);
  const { Subject, Body } = Content.Simple;
  expect(Subject.Data).toBe("Ihre Website wird jetzt überwacht");
  for (const { Data } of [Body.Text, Body.Html]) expect(Data).toContain(set.sender_name);
  expect(Body.Html.Data).toContain(`<img src="${set.logo_url}" alt="${set.sender_name}"`);
  expect(Body.Html.Data).toContain("background: #ffd400; color: #000000;");
});

test("sends one mail if the message comes many times at once", async () => {
  const onboarded = await onboard();
  const { email, message } = onboarded;
  const handler = mailerHandler(clockAt(0));
  await Promise.all(Array.from({ length: 10 }, () => handler(sqsEvent(message, message))));
  for (const seconds of [1, 100, 1_000_000]) expect(await deliver(message, seconds)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(1);
  expect(await mailOf(onboarded)).toMatchObject({ status: "sent" });
});

test("sends nothing to a suspended or unknown user", async () => {
  const onboarded = await onboard();
  const { reseller_uuid, user_uuid, email, message } = onboarded;
  await changeListed(users, { reseller_uuid, uuid: user_uuid }, () => ({
    set: { suspended_at: "2026-11-22T09:00:00+00:00" },
  }));
  expect(await deliver(message)).toBe(true);
  expect(await deliver({ onboarding: { reseller_uuid, user_uuid: newUuid() } })).toBe(true);
  expect(ses.takenFor(email)).toEqual([]);
  expect(await mailOf(onboarded)).toBeUndefined();
});

test("leads to one status page of the business, which is listed, and ends with it", async () => {
  const onboarded = await onboard();
  const { key, email, message } = onboarded;
  ses.answer(email, { status: 400, error: "MessageRejected" });
  expect(await deliver(message)).toBe(false);
  expect(await deliver(message, 100)).toBe(true);
  const token = tokenIn(ses.takenFor(email)[0]);
  const { body } = await call("GET /v1/shares", { key });
  const [{ business_uuid }] = body.data;
  expect(body.data).toMatchObject([
    { kind: "status", website_uuid: null, slug: token, expires_at: null, language: null },
  ]);
  expect((await open(PAGE, token)).body).toContain("Analytical Engines");
  await call("DELETE /v1/businesses/{business_uuid}", { key, uuid: business_uuid });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  onTestFinished(() => void vi.useRealTimers());
  expect((await open(PAGE, token)).statusCode).toBe(404);
});

test("has no button if the account may have no more shares", async () => {
  const reseller = await makeReseller();
  await Reseller.patch({ uuid: reseller.uuid }).set({ max_shares: 0 }).go();
  const { email, message } = await onboard(reseller);
  expect(await deliver(message)).toBe(true);
  expect(ses.takenFor(email)[0].Content.Simple.Body.Html.Data).not.toMatch(/<a |status page/);
});

/** The slug that a mail's button leads to. */
function tokenIn(mail: { Content: { Simple: { Body: { Html: { Data: string } } } } }): string {
  return /href="[^"]+\/s\/([^"]+)"/.exec(mail.Content.Simple.Body.Html.Data)?.[1] ?? "";
}

test("records `off` if the deployment has no sender address", async () => {
  const onboarded = await onboard();
  vi.stubEnv("MAIL_FROM", undefined);
  expect(await deliver(onboarded.message)).toBe(true);
  vi.unstubAllEnvs();
  expect(ses.takenFor(onboarded.email)).toEqual([]);
  expect(await mailOf(onboarded)).toMatchObject({ status: "off" });
});

test("gives back malformed messages only", async () => {
  const { email, message } = await onboard();
  const Records = sqsEvent({ onboarding: { user_uuid: "x" } }, message, {}).Records;
  expect(await mailerHandler(clockAt(0))({ Records })).toEqual({
    batchItemFailures: [{ itemIdentifier: "message-0" }, { itemIdentifier: "message-2" }],
  });
  expect(ses.takenFor(email)).toHaveLength(1);
});
