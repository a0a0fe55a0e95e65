import { ThrottlingException } from "@aws-sdk/client-dynamodb";
import type { Context } from "aws-lambda";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { handler } from "../../../functions/api/plans/index.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { generateApiKey } from "../../../shared/platform/apiKey.ts";
import { eventFor } from "../../support/api.ts";
import { makeReseller } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

const ROUTE = "GET /v1/plans";
const LOOKUPS = 60;

let addresses = 0;

/** An address that nobody has called from. */
function newAddress() {
  addresses += 1;
  return `198.51.${addresses >> 8}.${addresses & 255}`;
}

async function callFrom(sourceIp: string, key?: string) {
  const event = eventFor(ROUTE, key === undefined ? {} : { key }) as ApiEvent;
  event.requestContext.http.sourceIp = sourceIp;
  const { statusCode, headers } = await handler(event, {} as Context);
  return { status: statusCode, retryAfter: headers?.["retry-after"] };
}

async function guessFrom(sourceIp: string) {
  for (let count = 0; count < LOOKUPS; count += 1) {
    expect(await callFrom(sourceIp, generateApiKey())).toEqual({ status: 401 });
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
});

test("an address that tries many unknown keys in a minute gets a 429", async () => {
  const address = newAddress();
  await guessFrom(address);
  expect(await callFrom(address, generateApiKey())).toEqual({ status: 429, retryAfter: "60" });
  expect(await callFrom(newAddress(), generateApiKey())).toEqual({ status: 401 });
  vi.setSystemTime(Date.now() + 60_000);
  expect(await callFrom(address, generateApiKey())).toEqual({ status: 401 });
});

test("a reseller at an address that guesses goes on, also where its key is not known yet", async () => {
  const address = newAddress();
  const { key } = await makeReseller();
  await guessFrom(address);
  expect(await callFrom(address, key)).toMatchObject({ status: 200 });
  vi.setSystemTime(Date.now() + 30_000);
  expect(await callFrom(address, generateApiKey())).toMatchObject({ status: 429 });
  expect(await callFrom(address, key)).toMatchObject({ status: 200 });
});

test("a request that fails for another reason is not counted, and its answer says why", async () => {
  const address = newAddress();
  const end = interceptRequests(() => {
    throw new ThrottlingException({ message: "slow down", $metadata: {} });
  });
  onTestFinished(end);
  for (let count = 0; count <= LOOKUPS; count += 1) {
    expect(await callFrom(address, generateApiKey())).toMatchObject({ status: 503 });
  }
  end();
  expect(await callFrom(address, generateApiKey())).toEqual({ status: 401 });
});

test("an IPv6 network of 64 bits is one address", async () => {
  const [network, other] = [newAddress(), newAddress()].map(
    (address) => `2001:db8:${address.split(".").slice(2).join(":")}`,
  );
  for (let count = 0; count < LOOKUPS; count += 1) {
    await callFrom(`${network}::${count.toString(16)}`, generateApiKey());
  }
  expect(await callFrom(`${network}:ffff::`, generateApiKey())).toMatchObject({ status: 429 });
  expect(await callFrom(`${other}::`, generateApiKey())).toMatchObject({ status: 401 });
});
