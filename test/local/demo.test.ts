import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Callable, callApi, runCommand } from "../../infra/local/calls.ts";
import { readEvent } from "../../infra/local/eventFile.ts";
import { type Local, openLocal } from "../../infra/local/local.ts";
import { ensureDemo, readDemo } from "../../infra/local/seed.ts";
import { completeEvent } from "../../infra/local/shortEvent.ts";
import { ensureTable, TABLE_NAME } from "../../infra/local/table.ts";

const dataDir = mkdtempSync(join(tmpdir(), "local-"));
let local: Local;

beforeAll(async () => {
  delete process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  local = await openLocal({ dataDir, load: true });
});

afterAll(async () => {
  await local.close();
  rmSync(dataDir, { recursive: true });
});

/** The service, killed when a function is called for the n-th time: before it runs, or after. */
function killedAt(n: number, when: "before" | "after"): Callable {
  let calls = 0;
  return {
    routes: local.routes,
    async invoke(name, event) {
      calls += 1;
      if (calls === n && when === "before") throw new Error("killed");
      const result = await local.invoke(name, event);
      if (calls === n) throw new Error("killed");
      return result;
    },
  };
}

async function readAll(key: string) {
  const list = async (routeKey: string, queryStringParameters = {}) =>
    JSON.parse((await callApi(local, key, { routeKey, queryStringParameters })).body).data;
  const [user, ...users] = await list("GET /v1/users");
  const [business, ...businesses] = await list("GET /v1/businesses", { userUuid: user.uuid });
  const websites = await list("GET /v1/websites", { businessUuid: business.uuid });
  const plans = await list("GET /v1/plans");
  return { user, users, business, businesses, websites, plans };
}

describe("the demo", () => {
  test("is complete once, wherever earlier starts were killed", async () => {
    const client = new DynamoDBClient();
    for (const when of ["before", "after"] as const) {
      for (let n = 1; ; n += 1) {
        await client.send(new DeleteTableCommand({ TableName: TABLE_NAME }));
        await ensureTable(client, local.table);
        for (const file of ["demo-key", "demo.json"]) rmSync(join(dataDir, file), { force: true });
        const finished = await ensureDemo(killedAt(n, when), dataDir).catch(() => undefined);
        const demo = finished ?? (await ensureDemo(local, dataDir));

        const resellers = await runCommand<{ name: string }[]>(local, "reseller list", {});
        expect(resellers).toMatchObject([{ name: "Demo reseller", uuid: demo.reseller_uuid }]);
        const { reseller_uuid } = demo;
        expect(await runCommand(local, "custom-field list", { reseller_uuid })).toMatchObject([
          { name: "Account number", type: "text", options: null },
          { name: "Segment", type: "select", options: ["small", "medium", "large"] },
        ]);
        const keys = await runCommand<{ revoked_at: string | null }[]>(local, "key list", {
          reseller_uuid,
        });
        expect(keys.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
        expect(await readAll(demo.key)).toMatchObject({
          user: { uuid: demo.user_uuid },
          users: [],
          business: { uuid: demo.business_uuid },
          businesses: [],
          websites: [{ uuid: demo.website_uuid }],
          plans: [{ is_default: true }],
        });
        expect(readDemo(dataDir)).toEqual(demo);
        if (finished) break;
      }
    }
  });

  test("stays as it is at later starts", async () => {
    const demo = await ensureDemo(local, dataDir);
    expect(await ensureDemo(local, dataDir)).toEqual(demo);
  });
});

describe("the example events", () => {
  const folder = join(import.meta.dirname, "..", "events");
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

  test("there is one for each function", () => {
    expect(names.sort()).toEqual(local.functionNames);
  });

  test.each(names)("%s is answered as it should be", async (name) => {
    await ensureDemo(local, dataDir);
    const event = readEvent(join(folder, `${name}.json`), dataDir);
    const isEndpoint = [...local.routes.values()].includes(name);
    const special: Record<string, unknown> = {
      admin: { ok: true },
      cleanup: { batchItemFailures: [] },
      unknownRoute: { statusCode: 405 },
    };
    const response = await local.invoke(name, isEndpoint ? completeEvent(event) : event);
    expect(response).toMatchObject(special[name] ?? { statusCode: 200 });
  });
});
