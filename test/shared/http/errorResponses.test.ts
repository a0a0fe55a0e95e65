import type { Context } from "aws-lambda";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { ApiEvent } from "../../../shared/http/event.ts";
import * as errors from "../../../shared/platform/errors.ts";
import { eventFor } from "../../support/api.ts";
import { invalid, problem, unauthorized } from "../../support/expected.ts";
import { makeReseller } from "../../support/factories.ts";
import { plansFunction } from "../../support/plansFunction.ts";

const ROUTE = "GET /v1/plans";
const BUSY = "The service is busy, try again";
const SECRET = "arn:aws:dynamodb:eu-west-1:123456789012:table/monitoring";
const away = () => Object.assign(new Error(SECRET), { name: "ThrottlingException" });

let key: string;

beforeAll(async () => {
  ({ key } = await makeReseller());
});

/** The answer of an endpoint that throws this error, and the log line. */
async function answerTo(error: Error) {
  const handler = plansFunction(() => Promise.reject(error));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  onTestFinished(() => void write.mockRestore());
  const event = eventFor(ROUTE, { key }) as ApiEvent;
  const { statusCode: status, headers, body = "" } = await handler(event, {} as Context);
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  return { answer: { status, headers, body: JSON.parse(body) }, lines };
}

const wanted = [
  [new errors.ValidationFailed({ name: { type: "t" } }), invalid({ name: { type: "t" } })],
  [new errors.NotAuthenticated("m"), unauthorized()],
  [new errors.Forbidden("m"), problem(403, "m")],
  [new errors.RecordNotFound("users"), problem(404, 'Record not found in table "users"')],
  [new errors.BodyMalformed("m"), problem(400, "m")],
  [new errors.BodyTooLarge("m"), problem(413, "m")],
  [new errors.BodyNotJson("m"), problem(415, "m")],
  [
    new errors.TooBusy(),
    problem(429, "Too many changes at once, try again", { "retry-after": "1" }),
  ],
  [new errors.TooManyRequests("m", 7), problem(429, "m", { "retry-after": "7" })],
  [
    new errors.RequestUnderWay(),
    problem(409, "A request with this Idempotency-Key is under way", { "retry-after": "1" }),
  ],
] as const;

test.each(wanted)(
  "%s is answered as documented, and not logged as a fault",
  async (error, expected) => {
    const { answer, lines } = await answerTo(error);
    expect(answer).toEqual(expected);
    expect(lines).toMatchObject([{ level: "info", message: "request" }]);
  },
);

test.each([new errors.Overloaded(SECRET), away()])("%s is a 503 and a warning", async (error) => {
  const { answer, lines } = await answerTo(error);
  expect(answer).toEqual(problem(503, BUSY, { "retry-after": "1" }));
  expect(lines).toMatchObject([
    {
      level: "warn",
      message: "an AWS service is throttled, slow or unavailable",
      stack: expect.stringContaining(SECRET),
    },
    { level: "info", message: "request", status: 503 },
  ]);
});
