import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpointGroups, groupNames, routeKeys } from "../../shared/routes.ts";
import { eventFor } from "../support/api.ts";
import { makeReseller } from "../support/factories.ts";

async function handlerOf(group: string) {
  return (await import(`../../functions/${group}/index.ts`)).handler;
}

test.each(groupNames)("%s has an endpoint for each of its routes", async (group) => {
  const { endpoints } = await handlerOf(group);
  expect([...endpoints.keys()].toSorted()).toEqual([...endpointGroups[group]].sort());
});

test.each(groupNames)("the tests of %s name each of its routes", (group) => {
  const files = globSync(`${group}{.test.ts,/**/*.test.ts}`, { cwd: import.meta.dirname });
  const tests = files.map((file) => readFileSync(join(import.meta.dirname, file), "utf8")).join();
  expect(endpointGroups[group].filter((route) => !tests.includes(`"${route}"`))).toEqual([]);
});

test("each route is in one group", () => {
  expect(new Set(routeKeys).size).toBe(routeKeys.length);
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
