import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { handler } from "../../../functions/open/index.ts";
import { eventFor } from "../../support/api.ts";

test.each(["GET", "HEAD"])("%s / leads to the console without a key", async (method) => {
  const { statusCode, headers, body } = await handler(eventFor(`${method} /`), {} as Context);
  expect({ statusCode, location: headers?.["location"], body }).toEqual({
    statusCode: 302,
    location: "/console",
    body: undefined,
  });
});
