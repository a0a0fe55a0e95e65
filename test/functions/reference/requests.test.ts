import fc from "fast-check";
import { expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { estates } from "../../support/estates.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { runs, thoroughly } from "../../support/runs.ts";
import { exampleRequest, invalidRequest, validRequest } from "./documentedRequests.ts";

// `call` fails for every answer that the document does not have.
const numRuns = runs(200, 100);
const estateFor = estates();

// Before the random requests, which use up what a day allows.
test.each(routeKeys)("%s answers 200 to what the page of the reference sends", async (route) => {
  const estate = await estateFor(route);
  const { status } = await call(route, exampleRequest(route, estate));
  expect(status).toBe(200);
});

test.each(thoroughly(routeKeys))(
  "%s answers what is documented to requests that are valid",
  async (route) => {
    const estate = await estateFor(route);
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(validRequest(route, estate), async (request) => {
        const { status } = await call(route, request);
        expect(status).toBeLessThan(500);
        statuses.add(status);
      }),
      { numRuns, examples: [[acceptedRequest(route, estate)]] },
    );
    expect(statuses).toContain(200);
  },
);

test.each(thoroughly(routeKeys))(
  "%s refuses requests that are not, as documented",
  async (route) => {
    // An address may be refused a thousand times a minute.
    const sourceIp = `203.0.113.${routeKeys.indexOf(route)}`;
    const estate = await estateFor("GET");
    await fc.assert(
      fc.asyncProperty(invalidRequest(route, estate), async (request) => {
        const { status } = await call(route, { ...request, sourceIp });
        expect([400, 401, 404, 413, 415, 422]).toContain(status);
      }),
      { numRuns },
    );
  },
);
