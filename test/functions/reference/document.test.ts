import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contractOf } from "../../../functions/reference/contract.ts";
import { readEndpoints } from "../../../functions/reference/document/endpoints.ts";
import { prebuilt } from "../../../functions/reference/prebuilt.ts";
import { type JsonSchema, validatorOf } from "../../support/contract.ts";
import { routeKeys } from "../../support/routeKeys.ts";

const text = JSON.stringify(prebuilt.document);
const document = JSON.parse(text);
const released: { version: string; contract: string[] } = JSON.parse(
  readFileSync("functions/reference/released.json", "utf8"),
);
const endpoints = await readEndpoints();

interface Described {
  content?: { "application/json": { schema: JsonSchema; example: unknown } };
}

describe("the description of the API", () => {
  it("breaks no client of the last release", () => {
    const contract = new Set(contractOf(prebuilt.document));
    expect(released.contract.filter((line) => !contract.has(line))).toEqual([]);
  });

  it("closes no object and no list of words that a client receives", () => {
    const received = Object.entries<JsonSchema>(document.components.schemas).filter(
      ([name]) => !/Input/.test(name),
    );
    const faults = received.filter(([, schema]) =>
      /"additionalProperties":false|"enum":\[[^\]]+,/.test(JSON.stringify(schema)),
    );
    expect(faults.map(([name]) => name)).toEqual([]);
    const isOpen = ([, { properties, additionalProperties }]: [string, JsonSchema]) =>
      !properties || additionalProperties !== undefined;
    expect(received.filter((each) => !isOpen(each)).map(([name]) => name)).toEqual([]);
  });

  it("has a name for every body and answer, and nothing beside a reference", () => {
    const bodies = [...text.matchAll(/"application\/json":\{"schema":(.{9})/g)].map(([, at]) => at);
    expect(new Set(bodies)).toEqual(new Set(['{"$ref":"']));
    expect(text).not.toMatch(/"\$ref":"[^"]*",|[^{]"\$ref":/);
    expect(text).not.toMatch(/"const":|"oneOf":|"pattern":"[^"]*","format":"date-time"/);
    const names = Object.keys(document.components.schemas);
    const doubled = names.filter((name) => names.includes(`New${name}`) || name === "Error");
    expect(doubled).toEqual([]);
  });

  it("is kept for each release, by npm run openapi:release", () => {
    expect(released.version).toBe(document.info.version);
  });

  it("has every route, and no other", () => {
    const described = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.toSorted()).toEqual(routeKeys.toSorted());
  });

  it("names each route like the constant that defines its endpoint", () => {
    const sources = globSync("functions/api/**/*.ts").map((file) => readFileSync(file, "utf8"));
    const isDefined = (id: string) => sources.some((each) => each.includes(`const ${id} = `));
    expect(endpoints.filter(({ id }) => !isDefined(id))).toEqual([]);
  });

  it.each(endpoints)("has an example body that $route accepts", ({ body, exampleBody }) => {
    expect(body === undefined).toBe(exampleBody === undefined);
    if (body) expect(body.safeParse(exampleBody).success).toBe(true);
  });

  it.each(exampleAnswers())("has an example that fits its schema: %s", (_, { content }) => {
    if (!content) return;
    const { schema, example } = content["application/json"];
    expect(validatorOf(schema).safeParse(example).error).toBeUndefined();
  });
});

function exampleAnswers(): [string, Described][] {
  const operations = Object.entries<Record<string, { responses: Record<string, Described> }>>(
    document.paths,
  ).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { responses }]): [string, Described] => [
      `${method} ${path}`,
      responses["200"] ?? {},
    ]),
  );
  const events = Object.entries<{ post: { requestBody: Described } }>(document.webhooks).map(
    ([type, { post }]): [string, Described] => [type, post.requestBody],
  );
  return [...operations, ...events, ...Object.entries<Described>(document.components.responses)];
}
