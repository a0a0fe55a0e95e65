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

describe("GET /addresses.txt", () => {
  it("lists the fixed addresses, one a line", async () => {
    vi.stubEnv("FIXED_ADDRESSES", "198.51.100.7,203.0.113.9");
    const { statusCode, headers, body } = await ask("GET /addresses.txt");
    expect([statusCode, headers?.["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
    expect(body).toBe("198.51.100.7\n203.0.113.9\n");
  });

  it("is a 404 where the addresses are not fixed", async () => {
    expect((await ask("GET /addresses.txt")).statusCode).toBe(404);
  });
});

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

  it("is a 404 where no contact is set", async () => {
    expect((await ask(ROUTE)).statusCode).toBe(404);
  });
});
