import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  verifyWebhook,
  type WebhookRequest,
} from "../../../../functions/reference/client/index.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const event = {
  type: "website.down",
  timestamp: "2026-11-22T12:00:00+00:00",
  sequence: 2,
  data: { uuid: "01a1f3c2-8d4e-7b6a-9c5d-000000000004", hostname: "https://bäckerei.example" },
};
const body = JSON.stringify(event);

/** A delivery that the package signed with a secret this many seconds ago. */
function delivery({ secret = SECRET, ago = 0, text = body } = {}) {
  const at = new Date(Date.now() - ago * 1000);
  const headers: Record<string, string> = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("evt_1", at, text),
  };
  return { headers, body: text };
}

const verify = (request: Partial<WebhookRequest>) =>
  verifyWebhook({ secret: SECRET, ...delivery(), ...request });

const kindOf = async (request: Partial<WebhookRequest>) => (await verify(request)).error?.kind;

describe("a delivery whose signature holds", () => {
  it("gives its event and id, from text or bytes", async () => {
    const data = { id: "evt_1", event };
    expect(await verify({})).toEqual({ data });
    expect(await verify({ body: new TextEncoder().encode(body) })).toEqual({ data });
    expect(await verify({ body: Buffer.from(body) })).toEqual({ data });
  });

  it("may have its headers in any form", async () => {
    const { headers } = delivery();
    expect(await kindOf({ headers: new Headers(headers) })).toBeUndefined();
    const capitals = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
    expect(await kindOf({ headers: Object.fromEntries(capitals) })).toBeUndefined();
    const lists = Object.entries(headers).map(([name, value]) => [name, [value]]);
    expect(await kindOf({ headers: Object.fromEntries(lists) })).toBeUndefined();
  });

  it("may have several signatures, and its receiver several secrets", async () => {
    const { headers } = delivery();
    const both = ["v1a,AAAA", delivery({ secret: OTHER }).headers["webhook-signature"]];
    const signature = [...both, headers["webhook-signature"]].join(" ");
    expect(await kindOf({ headers: { ...headers, "webhook-signature": signature } })).toBe(
      undefined,
    );
    expect(await kindOf({ secret: [OTHER, SECRET] })).toBeUndefined();
    expect(await kindOf({ secret: OTHER })).toBe("signature");
  });
});

describe("a delivery is refused", () => {
  it.each(["webhook-id", "webhook-timestamp", "webhook-signature"])("without %s", async (name) => {
    const { [name]: _, ...headers } = delivery().headers;
    expect(await kindOf({ headers })).toBe("signature");
  });

  it("when a byte of it is another, or its timestamp is more than five minutes off", async () => {
    expect(await kindOf({ body: body.replace("down", "up") })).toBe("signature");
    expect(await kindOf(delivery({ ago: 310 }))).toBe("signature");
    expect(await kindOf(delivery({ ago: -310 }))).toBe("signature");
  });

  it("when it is signed and no JSON", async () => {
    expect(await kindOf(delivery({ text: "{" }))).toBe("body");
  });
});

it.each(["", "whsec_", "whsec_%"])("%j is no secret", async (secret) => {
  await expect(verify({ secret })).rejects.toThrow();
});
