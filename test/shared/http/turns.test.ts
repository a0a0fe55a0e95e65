import middy from "@middy/core";
import type { APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { expect, test } from "vitest";
import { errorResponses } from "../../../shared/http/errorResponses.ts";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { inTurn } from "../../../shared/http/turns.ts";
import { endingBy } from "../../../shared/platform/table/deadline.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";

const DIGEST = "GET /v1/users/{user_uuid}/digest";

/** Requests of which each runs until it is released. */
function makeRequests() {
  const running: (() => void)[] = [];
  const handler = middy<ApiEvent, APIGatewayProxyStructuredResultV2, Error, Context>()
    .use(errorResponses())
    .use(inTurn())
    .handler(async () => {
      await new Promise<void>((release) => running.push(release));
      return { statusCode: 200 };
    });
  const request = (reseller_uuid: string, routeKey = DIGEST) =>
    handler({ reseller_uuid, routeKey } as ApiEvent, {} as Context);
  return { running, request };
}

async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
}

test("one expensive request of a reseller runs at a time, cheap ones and those of others always", async () => {
  const { running, request } = makeRequests();
  const [busy, other] = [newUuid(), newUuid()];
  const answers = Array.from({ length: 4 }, () => request(busy));
  await settle();
  expect(running).toHaveLength(1);
  answers.push(request(other), request(busy, "GET /v1/users"));
  await settle();
  expect(running).toHaveLength(3);
  running[0]?.();
  await settle();
  expect(running).toHaveLength(4);
  while (running.length > 0) {
    running.shift()?.();
    await settle();
  }
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(
    Array(6).fill(200),
  );
});

test("a request whose turn does not come in time is a 503, and takes no turn", async () => {
  const { running, request } = makeRequests();
  const busy = newUuid();
  const answers = [request(busy)];
  await settle();
  expect(await endingBy(Date.now(), () => request(busy))).toMatchObject({ statusCode: 503 });
  answers.push(request(busy));
  running[0]?.();
  await settle();
  expect(running).toHaveLength(2);
  running[1]?.();
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
});
