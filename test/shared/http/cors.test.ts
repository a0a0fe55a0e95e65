import type { Context } from "aws-lambda";
import { expect, test, vi } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import type { TestRequest } from "../../support/api.ts";
import { routeKeys } from "../../support/routeKeys.ts";

const PAGE = "https://app.example.com";
const ASKING = { origin: PAGE, "access-control-request-method": "PATCH" };

type Api = typeof import("../../support/api.ts");
const apis = new Map<string | undefined, Promise<Api>>();

/** The API where these origins are allowed, which is read once. */
function apiFor(allowed: string | undefined): Promise<Api> {
  const api = apis.get(allowed) ?? load();
  apis.set(allowed, api);
  return api;

  async function load() {
    vi.resetModules();
    vi.stubEnv("ALLOWED_ORIGINS", allowed);
    const api = await import("../../support/api.ts");
    for (const route of routeKeys) await api.handlerOf(route);
    vi.unstubAllEnvs();
    return api;
  }
}

/** The CORS headers, and the vary, of an answer where these origins are allowed. */
async function corsOf(allowed: string | undefined, route: string, request: TestRequest) {
  const { eventFor, handlerOf } = await apiFor(allowed);
  const response = await (await handlerOf(route))(eventFor(route, request), {} as Context);
  const names = Object.entries(response.headers ?? {}).filter(
    ([name]) => name.startsWith("access-control-") || name === "vary",
  );
  return Object.fromEntries(names);
}

const paths = [...new Set(routeKeys.map((route) => route.split(" ")[1] ?? ""))];

test("no page may call the API unless its origin is allowed", async () => {
  for (const path of paths) {
    const request = { headers: ASKING, uuid: newUuid() };
    expect(await corsOf(undefined, `OPTIONS ${path}`, request)).toEqual({
      vary: "accept-encoding",
    });
  }
  for (const route of routeKeys) {
    const request = { headers: { origin: PAGE } };
    expect(await corsOf(undefined, route, request)).toEqual({ vary: "accept-encoding" });
  }
});

test.each(paths)("a page of an allowed origin may ask %s, with any header", async (path) => {
  const allowed = `https://other.example.com,${PAGE}`;
  expect(await corsOf(allowed, `OPTIONS ${path}`, { headers: ASKING, uuid: newUuid() })).toEqual({
    "access-control-allow-origin": PAGE,
    "access-control-expose-headers": "*",
    "access-control-allow-methods": expect.stringMatching(/OPTIONS$/),
    "access-control-allow-headers": "*",
    "access-control-max-age": "7200",
    vary: "accept-encoding, origin",
  });
});

test.each(["GET /v1/plans", "POST /v1/onboarding", "GET /nowhere", "OPTIONS /v1/plans"])(
  "it may read the answer, an error as well: %s",
  async (route) => {
    expect(await corsOf(PAGE, route, { headers: { origin: PAGE } })).toEqual({
      "access-control-allow-origin": PAGE,
      "access-control-expose-headers": "*",
      vary: "accept-encoding, origin",
    });
  },
);

test.each([
  "https://evil.example.com",
  `${PAGE}.evil.example`,
  "http://app.example.com",
  "null",
  "*",
])("a page of another origin may not: %s", async (origin) => {
  const headers = { ...ASKING, origin };
  const expected = { vary: "accept-encoding, origin" };
  expect(await corsOf(PAGE, "OPTIONS /v1/plans", { headers })).toEqual(expected);
  expect(await corsOf(PAGE, "GET /v1/plans", { headers })).toEqual(expected);
});

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
