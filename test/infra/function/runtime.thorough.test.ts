import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "../../../infra/local/database.ts";
import { readStack } from "../../../infra/local/stack.ts";
import { prepareTable } from "../../../infra/local/table.ts";
import { apiFunctionNames, routesOf } from "../../../shared/http/routes.ts";
import { catalogue, commandNames, makeSite } from "../../functions/operators/catalogue.ts";
import { eventFor } from "../../support/api.ts";
import { onboardingBody } from "../../support/factories.ts";
import {
  folderOf,
  followersOf,
  type Resource,
  synthesize,
  workersOf,
} from "../../support/stack.ts";
import { type BundledFunction, runFunction, startFunction } from "./bundledFunction.ts";

let assembly: string;
let functions: Map<string, BundledFunction>;
const ran = new Set<string>();
const template = synthesize();

describe("each function, bundled by cdk synth", () => {
  beforeAll(async () => {
    assembly = mkdtempSync(join(tmpdir(), "cdk.out-"));
    const bin = resolve("node_modules/.bin");
    await promisify(execFile)(join(bin, "cdk"), ["synth", "--quiet", "--output", assembly], {
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"]}` },
    });
    functions = readFunctions();
  });

  afterAll(() => rmSync(assembly, { recursive: true }));

  it.each(apiFunctionNames)("%s asks for a key", async (name) => {
    const [route = ""] = routesOf(name);
    const answer = await run(name, eventFor(route));
    expect(answer).toEqual(refusal(401, "Authentication is required to continue"));
  });

  it("open answers 404 to an unknown path", async () => {
    const answer = await run("open", { ...eventFor("GET /v2"), routeKey: "$default" });
    expect(answer).toEqual(refusal(404, "There is nothing at this path"));
  });

  it.each(["GET /s/{token}", "GET /unsubscribe/{token}"])(
    "open answers 404 with a page for an unknown token: %s",
    async (route) => {
      const answer = await run("open", eventFor(route, { uuid: "unknown" }));
      expect(answer).toMatchObject({ statusCode: 404, body: expect.stringContaining("<!doctype") });
    },
  );

  it("open answers the description of the API", async () => {
    const answer = await run("open", eventFor("GET /openapi.json"));
    expect(answer).toMatchObject({ statusCode: 200 });
    // The pages are files beside the bundle.
    const page = await run("open", eventFor("GET /docs/{page}", { uuid: "quick-start" }));
    expect(page).toMatchObject({ statusCode: 200 });
  });

  it.each(followersOf(template))("%s takes a deletion from the stream", async (follower) => {
    const image = { __edb_e__: { S: "website" }, uuid: { S: "u" }, reseller_uuid: { S: "r" } };
    const record = { eventName: "REMOVE", dynamodb: { SequenceNumber: "1", OldImage: image } };
    expect(await run(follower, { Records: [record] })).toEqual({ batchItemFailures: [] });
  });

  it.each(workersOf(template))("%s takes messages", async (worker) => {
    expect(await run(worker, { Records: [] })).toEqual({ batchItemFailures: [] });
  });

  it("schedule finds that nothing is due", async () => {
    // In a table of its own: in the one of all tests it would enqueue the checks of others.
    const database = await openDatabase(":memory:");
    try {
      const { endpoint } = database;
      await prepareTable(new DynamoDBClient({ endpoint }), (await readStack()).table);
      expect(await run("schedule", {}, { AWS_ENDPOINT_URL_DYNAMODB: endpoint })).toBeNull();
    } finally {
      await database.close();
    }
  });

  it("admin makes a reseller and a key that onboarding, users and webhooks then take", async () => {
    const reseller = await run("operators", command("reseller create", { name: "Bundled" }));
    expect(reseller).toMatchObject({ ok: true, result: { name: "Bundled" } });
    const { uuid } = (reseller as { result: { uuid: string } }).result;
    const issued = await run(
      "operators",
      command("key create", { reseller_uuid: uuid, name: "first" }),
    );
    const { key } = (issued as { result: { key: string } }).result;

    const body = onboardingBody();
    const onboarded = await run("onboarding", eventFor("POST /v1/onboarding", { key, body }));
    expect(onboarded).toMatchObject({ statusCode: 200 });
    const users = await run("users", eventFor("GET /v1/users", { key }));
    expect(JSON.parse((users as { body: string }).body).data).toMatchObject([
      { email: body.email },
    ]);

    // What is loaded on demand is in the bundle too.
    const endpoint = "https://hooks.example.com";
    const response = await run(
      "webhooks",
      eventFor("POST /v1/webhooks", { key, body: { endpoint } }),
    );
    const { uuid: webhook } = JSON.parse((response as { body: string }).body).data;
    const route = "GET /v1/webhooks/{webhook_uuid}/secret";
    const shown = await run("webhooks", eventFor(route, { key, uuid: webhook }));
    expect(JSON.parse((shown as { body: string }).body).data.secret).toMatch(/^whsec_/);
  });

  it("admin runs every command of the operators", async () => {
    const admin = startFunction(functionOf("operators"));
    try {
      for (const name of commandNames) {
        const { input } = await catalogue[name](await makeSite());
        expect(await admin.invoke(command(name, input)), name).toMatchObject({ ok: true });
      }
    } finally {
      admin.end();
    }
  });

  it("none is left out", () => {
    expect([...ran].toSorted()).toEqual([...functions.keys()].toSorted());
  });

  async function run(folder: string, event: unknown, more: Record<string, string> = {}) {
    const handler = functionOf(folder);
    ran.add(folder);
    const environment = { ...handler.environment, ...more };
    return runFunction({ ...handler, environment }, event);
  }

  function functionOf(folder: string): BundledFunction {
    const handler = functions.get(folder);
    if (!handler) throw new Error(`The stack has no function ${folder}`);
    return handler;
  }
});

function refusal(code: number, message: string) {
  return {
    statusCode: code,
    headers: {
      "cache-control": "no-store",
      "content-type": "application/json",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "x-request-id": expect.any(String),
    },
    body: JSON.stringify({ code, message }),
  };
}

function command(command: string, input: Record<string, unknown>) {
  return { command, input };
}

/** The functions of the synthesized stack by the folder of their source, as Lambda gets them. */
function readFunctions(): Map<string, BundledFunction> {
  const files = globSync(join(assembly, "ResellerMonitoring-dev-*.template.json"));
  const resources: Resource[] = files.flatMap((file) =>
    Object.values(JSON.parse(readFileSync(file, "utf8")).Resources),
  );
  // The CDK's own, which empties a bucket, has no tag.
  const functions = resources.filter(
    ({ Type, Properties }) => Type === "AWS::Lambda::Function" && Properties.Tags,
  );
  return new Map(functions.map((handler) => [folderOf(handler), readFunction(handler)]));
}

/** Where a variable refers to a resource, it leads to what stands in for that in the tests. */
function readFunction({ Metadata, Properties }: Resource): BundledFunction {
  const endpoints = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith("AWS_ENDPOINT_URL_")),
  );
  const variables = Object.entries(Properties.Environment?.Variables ?? {}).map(
    ([name, value]) =>
      [name, typeof value === "string" ? value : (process.env[name] ?? "")] as const,
  );
  return {
    code: join(assembly, Metadata["aws:asset:path"] ?? ""),
    environment: {
      ...Object.fromEntries(variables),
      ...endpoints,
      AWS_REGION: "eu-west-1",
      AWS_ACCESS_KEY_ID: "test",
      AWS_SECRET_ACCESS_KEY: "test",
    },
  };
}
