import type { Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventFor } from "../../support/api.ts";

beforeEach(() => {
  vi.resetModules();
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
});

async function ask(route: string, headers: Record<string, string> = {}) {
  const { handler } = await import("../../../functions/open/index.ts");
  return await handler(eventFor(route, { headers }), {} as Context);
}

describe("GET /.well-known/security.txt", () => {
  const ROUTE = "GET /.well-known/security.txt";

  it("names the contact, for half a year from the day that asks", async () => {
    vi.stubEnv("SECURITY_CONTACT", "mailto:security@example.com");
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T13:00:00Z") });
    const { statusCode, headers, body } = await ask(ROUTE);
    expect([statusCode, headers?.["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(body).toBe(
      [
        "Contact: mailto:security@example.com",
        "Expires: 2027-05-21T00:00:00.000Z",
        "Preferred-Languages: en",
        "Canonical: https://api.example.com/.well-known/security.txt",
        "",
      ].join("\n"),
    );
  });

  it.each(["GET", "OPTIONS", "DELETE"])(
    "does not exist for %s without a contact",
    async (method) => {
      expect((await ask(ROUTE.replace("GET", method))).statusCode).toBe(404);
    },
  );
});
