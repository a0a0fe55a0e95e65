import { expect, test, vi } from "vitest";

test("browsers use HTTPS alone for an own domain", async () => {
  const hsts = async (seconds: string | undefined) => {
    vi.resetModules();
    vi.stubEnv("HSTS_SECONDS", seconds);
    const { call } = await import("../../support/api.ts");
    const { headers } = await call("GET /v1/plans");
    vi.unstubAllEnvs();
    return headers["strict-transport-security"];
  };
  expect(await hsts(undefined)).toBeUndefined();
  expect(await hsts("31536000")).toBe("max-age=31536000");
});
