import { describe, expect, it } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { secretOf, signingSecrets } from "../../../shared/webhooks/signing.ts";

const KEY = "k".repeat(64);
const webhook = { reseller_uuid: newUuid(), uuid: newUuid(), secret_generation: 1 };
const now = new Date("2026-01-31T09:30:00Z");

describe("a webhook's secret", () => {
  it("is 32 bytes behind whsec_, and stays the same", () => {
    const secret = secretOf(KEY, webhook);
    expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
    expect(secretOf(KEY, webhook)).toBe(secret);
  });

  it.each([
    { ...webhook, uuid: newUuid() },
    { ...webhook, reseller_uuid: newUuid() },
    { ...webhook, secret_generation: 2 },
  ])("is another one for another webhook, reseller or generation", (other) => {
    expect(secretOf(KEY, other)).not.toBe(secretOf(KEY, webhook));
  });

  it("is another one with another signing key", () => {
    expect(secretOf("l".repeat(64), webhook)).not.toBe(secretOf(KEY, webhook));
  });

  it("still signs with a replaced secret until its time is over", () => {
    const until = "2026-02-01T09:30:00+00:00";
    const rotated = {
      ...webhook,
      secret_generation: 2,
      retired_secrets: [{ generation: 1, until }],
    };
    const both = [secretOf(KEY, rotated), secretOf(KEY, webhook)];
    expect(signingSecrets(KEY, rotated, now)).toEqual(both);
    expect(signingSecrets(KEY, rotated, new Date(until))).toEqual([secretOf(KEY, rotated)]);
  });
});
