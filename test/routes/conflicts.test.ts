import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import type { Context } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Website } from "../../shared/entities/website.ts";
import { call, eventFor, handlerOf } from "../support/api.ts";
import { injectConflicts, leaveOut } from "../support/clientFaults.ts";
import { estates } from "../support/estates.ts";
import { invalid, notFound, problem } from "../support/expected.ts";
import { type Estate, makeEstate } from "../support/factories.ts";
import { interceptRequests } from "../support/interceptRequests.ts";
import { acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { thoroughly } from "../support/runs.ts";

const BUSY = problem(429, "Too many changes at once, try again", { "retry-after": "1" });

const writes = routeKeys.filter((route) => !route.startsWith("GET"));

const estateFor = estates();
let estate: Estate;
let end = () => {};

beforeEach(() => {
  // No pauses between attempts: their length is random.
  vi.spyOn(Math, "random").mockReturnValue(0);
});

afterEach(() => {
  end();
  vi.restoreAllMocks();
});

function send(route: string, body?: Record<string, unknown>) {
  const request = acceptedRequest(route, estate);
  return call(route, body ? { ...request, body } : request);
}

/** Calls `work` once, before the next transaction. */
function beforeNextTransaction(work: () => Promise<unknown>) {
  let done = false;
  end = interceptRequests(async (command) => {
    if (done || command !== "TransactWrite") return;
    done = true;
    await work();
  });
}

// `lostAnswers.test.ts` meets a conflict in creations and deletions.
describe.each(
  thoroughly(
    writes,
    writes.filter((route) => route.startsWith("PATCH")),
  ),
)("%s", (route) => {
  beforeEach(async () => {
    estate = await estateFor(route);
  });

  test("is retried after conflicts, unseen by the client", async () => {
    let conflicts = 3;
    end = injectConflicts(() => conflicts-- > 0);
    expect(await send(route)).toMatchObject({ status: 200 });
    expect(conflicts).toBe(-1);
  });

  test("answers 429 and writes nothing when conflicts don't end", async () => {
    const request = acceptedRequest(route, estate);
    end = injectConflicts(() => true);
    expect(await call(route, request)).toEqual(BUSY);
    end();
    expect(await call(route, request)).toMatchObject({ status: 200 });
  });
});

test.each(["POST /v1/websites", "POST /v1/competitors"])(
  "%s survives conflicts of the write that counts the list",
  async (route) => {
    estate = await estateFor(route);
    let conflicts = 3;
    end = interceptRequests((command) => {
      if (command === "Update" && conflicts-- > 0) {
        throw new TransactionConflictException({ message: "conflict", $metadata: {} });
      }
    });
    expect(await send(route)).toMatchObject({ status: 200 });
    conflicts = Number.POSITIVE_INFINITY;
    expect(await send(route)).toEqual(BUSY);
  },
);

describe("changes between the read and the write", () => {
  const PATCH = "PATCH /v1/websites/{website_uuid}";
  const DELETE = "DELETE /v1/websites/{website_uuid}";
  const FETCH = "GET /v1/websites/{website_uuid}";

  beforeEach(async () => {
    estate = await makeEstate();
  });

  test("an update after a deletion answers 404 and does not restore the record", async () => {
    beforeNextTransaction(() => send(DELETE));
    expect(await send(PATCH)).toEqual(notFound("websites"));
    expect(await send(FETCH)).toEqual(notFound("websites"));
    expect((await send("GET /v1/websites")).body.meta.total).toBe(0);
  });

  test("a creation after the deletion of its business is refused", async () => {
    beforeNextTransaction(() => send("DELETE /v1/businesses/{business_uuid}"));
    const exists = "Business UUID must name an existing record";
    expect(await send("POST /v1/websites")).toEqual(invalid({ businessUuid: { exists } }));
  });

  test("an update after another one starts over with the current record", async () => {
    const patch = "PATCH /v1/competitors/{competitor_uuid}";
    beforeNextTransaction(() => send(patch, { city: "York" }));
    expect(await send(patch, { county: "Yorkshire" })).toMatchObject({ status: 200 });
    const { data } = (await send("GET /v1/competitors/{competitor_uuid}")).body;
    expect(data).toMatchObject({ city: "York", county: "Yorkshire" });
  });

  test("a record that keeps changing answers 429", async () => {
    const key = { reseller_uuid: estate.reseller.uuid, uuid: estate.website };
    end = interceptRequests((command) =>
      command === "TransactWrite" ? Website.patch(key).add({ revision: 1 }).go() : undefined,
    );
    expect(await send(PATCH)).toEqual(BUSY);
  });
});

test.each([
  [5999, 503, 0],
  [60_000, 200, 4],
])("a function that ends in %d ms answers %d after %d tries", async (ms, status, tries) => {
  const route = "PATCH /v1/websites/{website_uuid}";
  const request = acceptedRequest(route, await estateFor(route));
  let transactions = 0;
  end = injectConflicts(() => ++transactions < 4);
  const context = { getRemainingTimeInMillis: () => ms } as Context;
  const { statusCode } = await (await handlerOf(route))(eventFor(route, request), context);
  expect([statusCode, transactions]).toEqual([status, tries]);
});

test("a key that DynamoDB keeps leaving unprocessed answers 503, and delays no other read", async () => {
  const route = "GET /v1/businesses/{business_uuid}";
  estate = await estateFor(route);
  leaveOut(100);
  const busy = problem(503, "The service is busy, try again", { "retry-after": "1" });
  expect(await send(route)).toEqual(busy);
  expect(await send("GET /v1/websites/{website_uuid}")).toMatchObject({ status: 200 });
});
