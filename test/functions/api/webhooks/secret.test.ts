import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { readSigningKey, signingSecrets } from "../../../../shared/webhooks/signing.ts";
import { call } from "../../../support/api.ts";
import { ok, problem } from "../../../support/expected.ts";
import { makeReseller, makeWebhook, type TestReseller } from "../../../support/factories.ts";
import { snapshotOf } from "../../../support/snapshot.ts";

const FETCH = "GET /v1/webhooks/{webhook_uuid}/secret";
const ROTATE = "POST /v1/webhooks/{webhook_uuid}/secret/rotate";
const SECRET = expect.stringMatching(/^whsec_[\w+/]{43}=$/);
const NOW = new Date("2026-01-31T09:30:00Z");

let reseller: TestReseller;
let key: string;
let uuid: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  reseller = await makeReseller();
  key = reseller.key;
  uuid = await makeWebhook(reseller);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const fetchSecret = async () => (await call(FETCH, { key, uuid })).body.data;
const rotate = () => call(ROTATE, { key, uuid });

/** The secrets that sign a delivery now. */
async function signing() {
  const { data } = await Webhook.get({ reseller_uuid: reseller.uuid, uuid }).go();
  if (!data) throw new Error("There is no webhook");
  return signingSecrets(await readSigningKey(), data, new Date());
}

describe(FETCH, () => {
  test("shows the secret that signs, the same each time and different for each webhook", async () => {
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: { secret: SECRET, retired: [] } }));
    const { secret } = await fetchSecret();
    expect(await signing()).toEqual([secret]);
    expect((await fetchSecret()).secret).toBe(secret);
    const other = await call(FETCH, { key, uuid: await makeWebhook(reseller) });
    expect(other.body.data.secret).not.toBe(secret);
  });

  test("is the only place with the secret: the table and the log do not have it", async () => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const secrets = [(await fetchSecret()).secret, (await rotate()).body.data.secret];
    const seen = JSON.stringify([await snapshotOf(reseller.uuid), write.mock.calls]);
    expect(seen).toContain("secret_generation");
    expect(write.mock.calls.length).toBeGreaterThan(0);
    for (const secret of [...secrets, await readSigningKey()]) expect(seen).not.toContain(secret);
  });
});

describe(ROTATE, () => {
  test("replaces the secret; the replaced one still signs for 24 hours", async () => {
    const before = (await fetchSecret()).secret;
    const response = await rotate();
    const retired = [{ until: "2026-02-01T09:30:00+00:00" }];
    const data = { secret: SECRET, retired };
    expect(response).toEqual(ok({ message: "Secret rotated", success: true, data }));
    const { secret } = response.body.data;
    expect(secret).not.toBe(before);
    expect(await fetchSecret()).toEqual({ secret, retired });
    expect(await signing()).toEqual([secret, before]);

    vi.setSystemTime("2026-02-01T09:29:59Z");
    expect(await signing()).toEqual([secret, before]);
    vi.setSystemTime("2026-02-01T09:30:00Z");
    expect(await signing()).toEqual([secret]);
    expect(await fetchSecret()).toEqual({ secret, retired: [] });
  });

  test("answers 429 while four replaced secrets are valid", async () => {
    const secrets = [(await fetchSecret()).secret];
    for (let hour = 0; hour < 4; hour += 1) {
      vi.setSystemTime(NOW.getTime() + hour * 3_600_000);
      secrets.unshift((await rotate()).body.data.secret);
    }
    expect(await signing()).toEqual([secrets[0], ...secrets.slice(1).reverse()]);
    const message =
      "4 secrets that were replaced are still valid, the first until 2026-02-01T09:30:00+00:00";
    expect(await rotate()).toEqual(problem(429, message, { "retry-after": String(21 * 3600) }));
    // Rounded up, so that a client that waits for whole seconds is not too early.
    vi.setSystemTime("2026-02-01T09:29:58.500Z");
    expect((await rotate()).headers["retry-after"]).toBe("2");
    vi.setSystemTime("2026-02-01T09:29:59.999Z");
    expect((await rotate()).headers["retry-after"]).toBe("1");
    expect((await fetchSecret()).secret).toBe(secrets[0]);

    vi.setSystemTime("2026-02-01T09:30:00Z");
    expect(await rotate()).toMatchObject({ status: 200 });
    const { data } = await Webhook.get({ reseller_uuid: reseller.uuid, uuid }).go();
    expect(data?.retired_secrets?.map(({ generation }) => generation)).toEqual([2, 3, 4, 5]);
  });

  test("twice at once makes two rotations", async () => {
    const before = (await fetchSecret()).secret;
    const both = await Promise.all([rotate(), rotate()]);
    const secrets = both.map(({ body }) => body.data.secret);
    expect(new Set([before, ...secrets]).size).toBe(3);
    expect((await signing()).toSorted()).toEqual([before, ...secrets].toSorted());
  });
});
