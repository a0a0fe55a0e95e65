import { expect, test } from "vitest";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { call } from "../../support/api.ts";
import { invalid } from "../../support/expected.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { findHealth, makeFailing } from "../../support/webhooks.ts";
import { run, TIMESTAMP } from "./run.ts";

test("a webhook that an operator disables gets no deliveries until an operator enables it", async () => {
  const reseller = await makeReseller();
  const { uuid: reseller_uuid, key } = reseller;
  const uuid = await makeWebhook(reseller);
  const own = { reseller_uuid, uuid };
  await makeFailing(own, new Date("2026-11-20T09:30:00+00:00"));
  await Webhook.patch(own)
    .set({ disabled_at: "2026-11-21T09:30:00+00:00", disabled_reason: "gone" })
    .go();
  const disabled = {
    uuid,
    endpoint: "https://hooks.example.com/in",
    disabled_at: expect.stringMatching(TIMESTAMP),
    disabled_reason: "operator",
  };
  for (const _ of [1, 2]) expect(await run("webhook disable", { uuid })).toEqual(disabled);
  const route = "POST /v1/webhooks/{webhook_uuid}/enable";
  expect(await call(route, { key, uuid })).toEqual(
    invalid({ disabled_reason: { options: "Only the provider can enable this webhook" } }),
  );
  const path = `/v1/webhooks/${uuid}/enable`;
  const { data } = await run("api", { reseller_uuid, method: "POST", path });
  expect(data).toMatchObject({ disabled_at: null, disabled_reason: null });
  expect(await findHealth(own)).not.toHaveProperty("failing_since");
  expect(await run("webhook disable", { uuid })).toEqual(disabled);
  expect(await findHealth(own)).toBeUndefined();
});
