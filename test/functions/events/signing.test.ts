import { writeFileSync } from "node:fs";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { secretOf, signingSecrets } from "../../../functions/events/signing.ts";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { makeDirectory } from "../../infra/local/support.ts";

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

describe("the signing key", () => {
  /** The module as a new container loads it. */
  async function fresh() {
    vi.resetModules();
    return await import("../../../functions/events/signing.ts");
  }

  it("is read once, and is the same in another container", async () => {
    const { readSigningKey } = await fresh();
    const [one, two] = [readSigningKey(), readSigningKey()];
    expect(two).toBe(one);
    expect(await one).toMatch(/^[0-9a-f]{64}$/);
    expect(await (await fresh()).readSigningKey()).toBe(await one);
  });

  it("is read again after it could not be read", async () => {
    const { readSigningKey } = await fresh();
    vi.stubEnv("SIGNING_KEY_SECRET_ARN", "Missing");
    await expect(readSigningKey()).rejects.toThrow("The stack has no secret Missing");
    vi.unstubAllEnvs();
    expect(await readSigningKey()).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is refused when it is too short", async () => {
    const dataDir = makeDirectory();
    writeFileSync(`${dataDir}/signing-key`, "short");
    const endpoint = await openSecrets(dataDir, ["SigningKey0123ABCD"]);
    onTestFinished(endpoint.close);
    vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", endpoint.url);
    vi.stubEnv("SIGNING_KEY_SECRET_ARN", "SigningKey0123ABCD");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { readSigningKey } = await fresh();
    await expect(readSigningKey()).rejects.toThrow("The signing key is shorter than 32 characters");
  });
});
