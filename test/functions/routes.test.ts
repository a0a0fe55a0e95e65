import { expect, test } from "vitest";
import { endpointGroups, groupNames } from "../../infra/routes.ts";
import { allRoutes, eventFor } from "../support/api.ts";
import { makeReseller } from "../support/factories.ts";

async function handlerOf(group: string) {
  return (await import(`../../functions/${group}/index.ts`)).handler;
}

test.each(groupNames)("%s serves exactly its routes", async (group) => {
  expect((await handlerOf(group)).routes.toSorted()).toEqual([...endpointGroups[group]].sort());
});

test("there are the 22 routes of the specification, each in one group", () => {
  expect(new Set(allRoutes).size).toBe(22);
  expect(allRoutes).toHaveLength(22);
});

test("a group answers 500 to a route that it does not have", async () => {
  const { key } = await makeReseller();
  const event = eventFor("GET /v1/users", { key });
  const response = await (await handlerOf("plans"))(event, {});
  expect(response).toMatchObject({
    statusCode: 500,
    body: '{"code":500,"message":"Internal server error"}',
  });
});
