import { beforeAll, expect, test } from "vitest";
import { handler as changes } from "../../functions/workers/changes/index.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import type { RouteKey } from "../../shared/http/routes.ts";
import { identifyApiKey } from "../../shared/platform/apiKey.ts";
import { call } from "../support/api.ts";
import { type Estate, makeEstate, makeKey } from "../support/factories.ts";
import { recordStream } from "../support/recordStream.ts";
import { acceptedBody, acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { thoroughly } from "../support/runs.ts";

/** Routes that change none of the reseller's records: they have work done now. */
const CHANGE_NOTHING: RouteKey[] = [
  "POST /v1/websites/{website_uuid}/audit",
  "POST /v1/websites/{website_uuid}/check",
  "POST /v1/webhooks/{webhook_uuid}/test",
  "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay",
  "POST /v1/webhooks/{webhook_uuid}/replay",
];

const writing = routeKeys.filter(
  (route) => !route.startsWith("GET ") && !CHANGE_NOTHING.includes(route),
);

let shared: Estate;

beforeAll(async () => {
  shared = await makeEstate();
});

test.each(thoroughly(writing))("%s makes an entry that names its key", async (route) => {
  const estate = route.startsWith("DELETE ") ? await makeEstate() : shared;
  const { reseller, webhook } = estate;
  if (route.endsWith("/enable")) {
    await Webhook.patch({ reseller_uuid: reseller.uuid, uuid: webhook })
      .set({ disabled_at: "2026-01-31T09:30:00+00:00", disabled_reason: "failures" })
      .go();
  }
  const key = await makeKey(reseller.uuid, { name: route });
  const Records = await recordStream(async () => {
    const request = acceptedRequest(route, estate);
    // A value that the record does not have yet.
    const { name, ...rest } = acceptedBody(route) ?? {};
    const body = name === undefined ? request.body : { ...rest, name: "Renamed" };
    const { status } = await call(route, { ...request, body, key });
    expect(status).toBe(200);
  });
  await changes({ Records });
  const query = { actor: identifyApiKey(key).uuid };
  const { body } = await call("GET /v1/account/audit-log", { key: reseller.key, query });
  expect(body.data).not.toEqual([]);
});
