import {
  InternalServerError,
  ProvisionedThroughputExceededException,
  RequestLimitExceeded,
  ThrottlingException,
  TransactionCanceledException,
  TransactionInProgressException,
} from "@aws-sdk/client-dynamodb";
import type { Context } from "aws-lambda";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { handler } from "../../functions/api/websites/index.ts";
import type { ApiEvent } from "../../shared/http/event.ts";
import { call, eventFor } from "../support/api.ts";
import { estates } from "../support/estates.ts";
import { problem } from "../support/expected.ts";
import type { Estate } from "../support/factories.ts";
import { interceptRequests } from "../support/interceptRequests.ts";
import { acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { casesFor, thoroughly } from "../support/runs.ts";

const UNAVAILABLE = problem(503, "The service is busy, try again", { "retry-after": "1" });
const said = { message: "no", $metadata: {} };

/** Every kind of error that the SDK throws after its own retries. */
const faults: [string, () => Error][] = [
  ["ThrottlingException", () => new ThrottlingException(said)],
  [
    "ProvisionedThroughputExceededException",
    () => new ProvisionedThroughputExceededException(said),
  ],
  ["RequestLimitExceeded", () => new RequestLimitExceeded(said)],
  ["TransactionInProgressException", () => new TransactionInProgressException(said)],
  ["InternalServerError", () => new InternalServerError(said)],
  ["a status of 503", () => Object.assign(new Error(), { $metadata: { httpStatusCode: 503 } })],
  ["TimeoutError", () => Object.assign(new Error(), { name: "TimeoutError" })],
  ["ECONNREFUSED", () => Object.assign(new Error(), { code: "ECONNREFUSED" })],
  ["ENOTFOUND", () => Object.assign(new Error(), { code: "ENOTFOUND" })],
];

const estateFor = estates();
let estate: Estate;
let end = () => {};

beforeAll(async () => {
  estate = await estateFor("GET");
});

beforeEach(() => {
  // No pauses between tries: their length is random.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  end();
  vi.restoreAllMocks();
});

/** Lets every request to the table fail after the first `first`; counts the requests. */
function failFrom(first: number, fault: () => Error) {
  let requests = 0;
  end = interceptRequests(() => {
    requests += 1;
    if (requests > first) throw fault();
  });
  return () => requests;
}

const reads = routeKeys.filter((route) => route.startsWith("GET"));
const writes = routeKeys.filter((route) => !route.startsWith("GET"));

test("every fault is tried with a route that reads", () => {
  expect(reads.length).toBeGreaterThanOrEqual(faults.length);
});

// `isUnavailable` decides by the kind of the fault alone.
describe.each(reads.map((route, index) => ({ route, index })))("$route", ({ route, index }) => {
  test.each(casesFor(index, faults))(
    "answers 503 while the table fails with %s",
    async (_, fault) => {
      const request = acceptedRequest(route, estate);
      // The first request of a container looks up the key, so the requests after it fail as well.
      for (const first of [0, 1]) {
        const requests = failFrom(first, fault);
        const { status, headers, body } = await call(route, request);
        end();
        if (requests() > first) expect({ status, headers, body }).toEqual(UNAVAILABLE);
      }
      expect(await call(route, request)).toMatchObject({ status: 200 });
    },
  );
});

const numberedWrites = writes.map((route, index) => ({ route, index }));
const swept = numberedWrites.filter(({ route }) =>
  /^\S+ \/v1\/(websites|webhooks)\b[^/]*(\/\{\w+\})?$/.test(route),
);

// Creations, a change and deletions, of records with and without a list.
describe.each(thoroughly(numberedWrites, swept))("$route", ({ route, index }) => {
  test("answers 503 if any of its requests fails, and succeeds when repeated", async () => {
    const request = acceptedRequest(route, await estateFor(route));
    let refused = 0;
    for (const [, fault] of casesFor(index, faults)) {
      for (let first = 0; ; first += 1) {
        const requests = failFrom(first, fault);
        const response = await call(route, request);
        end();
        // Only a request whose answer is not needed may fail unnoticed.
        if (requests() <= first) break;
        if (response.status === 200) return;
        expect(response).toEqual(UNAVAILABLE);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});

test.each(["ThrottlingError", "ProvisionedThroughputExceeded"])(
  "a transaction that is cancelled for %s in the end is a 503, and not too many changes",
  async (Code) => {
    end = interceptRequests((command) => {
      if (command !== "TransactWrite") return;
      throw new TransactionCanceledException({ ...said, CancellationReasons: [{ Code }] });
    });
    const route = "PATCH /v1/websites/{website_uuid}";
    expect(await call(route, acceptedRequest(route, estate))).toEqual(UNAVAILABLE);
  },
);

test("a request without an answer is abandoned before the function's timeout", async () => {
  const route = "GET /v1/websites/{website_uuid}";
  const event = eventFor(route, acceptedRequest(route, estate)) as ApiEvent;
  end = interceptRequests((command) => (command === "Get" ? new Promise(() => {}) : undefined));
  const context = { getRemainingTimeInMillis: () => 1001 } as Context;
  expect(await handler(event, context)).toMatchObject({
    statusCode: 503,
    headers: { "retry-after": "1" },
  });
});
