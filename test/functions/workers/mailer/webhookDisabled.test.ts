import { expect, test } from "vitest";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { makeReseller, makeWebhook } from "../../../support/factories.ts";
import { startSes } from "../../../support/ses.ts";
import { deliver } from "./onboarded.ts";

const ses = await startSes();

async function disable(more: { email?: string; disabled_reason?: string } = {}) {
  const reseller = await makeReseller();
  const email = more.email ?? `ops.${newUuid()}@example.com`;
  const uuid = await makeWebhook(reseller);
  if (email) await Reseller.patch({ uuid: reseller.uuid }).set({ email }).go();
  const key = { reseller_uuid: reseller.uuid, uuid };
  const set = (disabled_at: string) =>
    Webhook.patch(key)
      .set({ disabled_at, disabled_reason: more.disabled_reason ?? "failing" })
      .go();
  await set("2026-11-22T09:00:00+00:00");
  const message = { webhook_disabled: { reseller_uuid: key.reseller_uuid, webhook_uuid: uuid } };
  return { key, email, message, set };
}

test("tells the reseller once a day, with the reason and a link to the console", async () => {
  const { key, email, message, set } = await disable();
  for (const seconds of [0, 1, 1000]) expect(await deliver(message, seconds)).toBe(true);
  const [mail, ...more] = ses.takenFor(email);
  expect(more).toEqual([]);
  expect(mail.FromEmailAddress).toBe('"Website monitoring" <monitoring@reseller.example>');
  const { Subject, Body } = mail.Content.Simple;
  expect(Subject.Data).toBe("A webhook was disabled: hooks.example.com");
  const link = `${process.env["API_URL"]}/console#/webhooks/${key.uuid}`;
  expect(Body.Html.Data).toContain(`<a href="${link}"`);
  expect(Body.Text.Data).toBe(`A webhook was disabled: hooks.example.com

Every delivery to it has failed for five days.

It gets no events until you enable it again in the console. Then it gets the deliveries that are waiting.

Open the webhook: ${link}

-- 
You are receiving this e-mail at ${email} because the account Test reseller sends its notifications to this address.
`);

  await set("2026-11-25T09:00:00+00:00");
  expect(await deliver(message, 2000)).toBe(true);
  expect(ses.takenFor(email)).toHaveLength(2);
});

test.each([
  ["gone", "Sein Endpunkt hat mit dem Status 410 (Gone) geantwortet.\n\nEr erhält keine"],
  ["operator", "Der Anbieter hat ihn abgeschaltet. Bitte wenden Sie sich"],
])("says why in the account's language: %s", async (disabled_reason, words) => {
  const { key, email, message } = await disable({ disabled_reason });
  await Reseller.patch({ uuid: key.reseller_uuid }).set({ language: "de" }).go();
  expect(await deliver(message)).toBe(true);
  const { Text } = ses.takenFor(email)[0].Content.Simple.Body;
  expect(Text.Data).toContain(words);
  expect(Text.Data.includes("wieder einschalten")).toBe(disabled_reason === "gone");
});

test("sends nothing without an address, or if the webhook was enabled or deleted", async () => {
  const silent = await disable({ email: "" });
  const enabled = await disable();
  await Webhook.patch(enabled.key).remove(["disabled_at"]).go();
  const gone = await disable();
  await Webhook.delete(gone.key).go();
  for (const { message, email } of [silent, enabled, gone]) {
    expect(await deliver(message)).toBe(true);
    expect(ses.takenFor(email)).toEqual([]);
  }
});
