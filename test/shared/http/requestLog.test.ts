import { randomUUID } from "node:crypto";
import type { Context } from "aws-lambda";
import { afterEach, expect, test, vi } from "vitest";
import { handler } from "../../../functions/api/onboarding/index.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { call, eventFor } from "../../support/api.ts";
import { makeReseller, onboardingBody } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function readLog() {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  return () => write.mock.calls.map(([line]) => String(line)).join("");
}

test("a request is one line that holds no key, no header and nothing of the body", async () => {
  const { uuid, key } = await makeReseller();
  const body = onboardingBody();
  const log = readLog();
  const headers = { authorization: "Bearer hidden", cookie: "session=hidden" };
  const { status, headers: answered } = await call("POST /v1/onboarding", { key, body, headers });
  const line = log();
  expect(JSON.parse(line)).toEqual({
    level: "info",
    time: expect.stringMatching(/Z$/),
    message: "request",
    request_id: answered["x-request-id"],
    route: "POST /v1/onboarding",
    status,
    duration_ms: expect.toSatisfy(Number.isInteger),
    reseller_uuid: uuid,
  });
  for (const secret of [key, key.slice(4, 20), "hidden", body.email, body.last_name, "api-key"]) {
    expect(line).not.toContain(secret);
  }
});

test("a refused key is not logged either", async () => {
  const { key } = await makeReseller();
  const log = readLog();
  const wrong = `${key.slice(0, -1)}!`;
  await call("POST /v1/onboarding", { key: wrong, body: onboardingBody() });
  expect(JSON.parse(log())).toMatchObject({ status: 401, route: "POST /v1/onboarding" });
  expect(log()).not.toContain(key.slice(4, 20));
});

test("the id is the one that API Gateway gave the request", async () => {
  const { key } = await makeReseller();
  const requestId = randomUUID();
  const event = eventFor("POST /v1/onboarding", { key, body: "{" });
  event.requestContext.requestId = requestId;
  const response = await handler(event as ApiEvent, {} as Context);
  expect(response).toMatchObject({ statusCode: 400, headers: { "x-request-id": requestId } });
});

test("the line says how long the request took, in milliseconds", async () => {
  const { key } = await makeReseller();
  const log = readLog();
  let now = 1_000_000;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const end = interceptRequests(() => {
    now = 1_000_250;
  });
  await call("POST /v1/onboarding", { key, body: "{" });
  end();
  expect(JSON.parse(log())).toMatchObject({ duration_ms: 250 });
});
