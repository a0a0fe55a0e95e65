import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Callable, callApi, runCommand } from "../../../infra/local/calls.ts";
import { assertKnownData, ensureTable, TABLE_NAME } from "../../../infra/local/database/table.ts";
import { ensureDemo, readDemo } from "../../../infra/local/demo/demo.ts";
import { auditDemoSite } from "../../../infra/local/demo/site.ts";
import { prepareEvent, readEvent } from "../../../infra/local/invoke.ts";
import { type Local, openLocal } from "../../../infra/local/local.ts";
import { lockDataDir, noteServer } from "../../../infra/local/serverLock.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { casesFor, thoroughly, thoroughTest } from "../../support/runs.ts";
import { type Site, startSite } from "../../support/site.ts";

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
  thoroughTest("is complete once, wherever earlier starts were killed", async () => {
    const client = new DynamoDBClient();
    const [step = 1] = thoroughly([1], [10]);
    // A call that was killed after it has lost its answer as well.
    for (const when of casesFor(0, ["after", "before"] as const)) {
      for (let n = 1; ; n += step) {
        await client.send(new DeleteTableCommand({ TableName: TABLE_NAME }));
        await ensureTable(client, local.table);
        await assertKnownData(client);
        for (const file of ["demo-key", "demo.json"]) rmSync(join(dataDir, file), { force: true });
        const finished = await ensureDemo(killedAt(n, when), dataDir).catch(() => undefined);
        const demo = finished ?? (await ensureDemo(local, dataDir));

        const resellers = await runCommand<{ name: string }[]>(local, "reseller list", {});
        expect(resellers).toMatchObject([{ name: "Demo reseller", uuid: demo.reseller_uuid }]);
        const { reseller_uuid } = demo;
        const fields = { reseller_uuid, method: "GET", path: "/v1/custom-fields" };
        expect((await runCommand<{ data: object[] }>(local, "api", fields)).data).toMatchObject([
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

  test("replaces a key that is refused", async () => {
    const demo = await ensureDemo(local, dataDir);
    writeFileSync(join(dataDir, "demo-key"), "rwm_mistyped\n");
    const mended = await ensureDemo(local, dataDir);
    expect(mended).toEqual({ ...demo, key: expect.not.stringMatching(demo.key) });
  });

  test.each([429, 503])("keeps its key while the service answers %i", async (statusCode) => {
    const demo = await ensureDemo(local, dataDir);
    const busy: Callable = {
      routes: local.routes,
      invoke: async (name, event) =>
        name === local.routes.get("ANY /v1/plans")
          ? { statusCode, body: "{}" }
          : local.invoke(name, event),
    };
    await expect(ensureDemo(busy, dataDir)).rejects.toThrow(
      `The demo key could not be tried: the service answers ${statusCode}. Start again.`,
    );
    expect(readDemo(dataDir)).toEqual(demo);
  });

  test("has its websites probed each minute", async () => {
    const { reseller_uuid } = await ensureDemo(local, dataDir);
    const plans = await runCommand(local, "plan list", { reseller_uuid });
    expect(plans).toMatchObject([{ uptime_interval_minutes: 1 }]);
  });

  test("finds its records again when demo.json is broken, with the same key", async () => {
    const demo = await ensureDemo(local, dataDir);
    for (const broken of ['{"reseller_uuid": "', "null", "[]", '{"user_uuid": 1}', ""]) {
      writeFileSync(join(dataDir, "demo.json"), broken);
      expect(readDemo(dataDir)).toBeUndefined();
    }
    expect(await ensureDemo(local, dataDir)).toEqual(demo);
    expect(readDemo(dataDir)).toEqual(demo);
  });
});

test("ends with a sentence when the API answers 503 because the disk is full", async () => {
  const { key, user_uuid } = await ensureDemo(local, dataDir);
  const create = () =>
    callApi(local, key, {
      routeKey: "POST /v1/businesses",
      queryStringParameters: { userUuid: user_uuid },
      body: { name: "Example Flowers", industry: "Retail", products: [] },
    });
  const fails = (message: string) =>
    interceptRequests((command) => {
      const $metadata = { httpStatusCode: 500 };
      if (command === "TransactWrite")
        throw Object.assign(new Error(message), { $metadata, $fault: "server" });
    });
  const lost = vi.fn();
  local.lost.then(lost);
  let end = fails("internal error");
  expect(await create()).toMatchObject({ statusCode: 503 });
  end();
  expect(lost).not.toHaveBeenCalled();
  end = fails("commit failed (backend: database or disk is full)");
  expect(await create()).toMatchObject({ statusCode: 503 });
  end();
  expect(await local.lost).toBe(
    `The disk is full: ${dataDir} can't be written. Free some space, then try again: no data are lost.`,
  );
});

describe("the example events", () => {
  const folder = join(import.meta.dirname, "../../events");
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));
  let site: Site;

  /** The demo's website is on this machine here, and the stream has told that it has changed. */
  beforeAll(async () => {
    const { key, reseller_uuid, business_uuid, website_uuid } = await ensureDemo(local, dataDir);
    site = await startSite({ "/": "<title>Example Bakery</title>" });
    const { statusCode } = await callApi(local, key, {
      routeKey: "PATCH /v1/websites/{website_uuid}",
      pathParameters: { website_uuid },
      body: { hostname: site.url },
    });
    expect(statusCode).toBe(200);
    const image = { reseller_uuid, business_uuid, uuid: website_uuid, hostname: site.url };
    const attributes = Object.entries({ __edb_e__: "website", ...image });
    const NewImage = Object.fromEntries(attributes.map(([name, S]) => [name, { S }]));
    await local.invoke("changes", { Records: [{ dynamodb: { SequenceNumber: "1", NewImage } }] });
  });

  afterAll(async () => await site.close());

  test("there is one for each function", () => {
    expect([...names].sort()).toEqual(local.functions.map(({ name }) => name).sort());
  });

  const done = { batchItemFailures: [] };
  const answers: Record<string, unknown> = {
    operators: { ok: true },
  };

  test.each(names.filter((name) => name !== "schedule"))(
    "%s is answered as it should be",
    async (name) => {
      const event = readEvent(join(folder, `${name}.json`), dataDir);
      const response = await local.invoke(
        name,
        await prepareEvent(local, name, { event, dataDir }),
      );
      // What takes records answers which of them it gives back; what is left is an endpoint.
      const usual = "Records" in event ? done : { statusCode: 200 };
      expect(response).toMatchObject(answers[name] ?? usual);
    },
  );

  thoroughTest("schedule has nothing to say", async () => {
    const event = readEvent(join(folder, "schedule.json"), dataDir);
    expect(await local.invoke("schedule", event)).toBeNull();
  });

  test("of the workers did the checks of the demo's website", async () => {
    const website_uuid = readDemo(dataDir)?.website_uuid;
    expect(await runCommand(local, "website explain", { website: website_uuid })).toMatchObject({
      last_probes: [{ outcome: "up" }],
      // By both of its workers.
      last_audits: [expect.anything(), expect.anything()],
    });
    expect(site.requests).toContain("GET /robots.txt");
  });

  test("has its website audited when the demo site starts, once a server runs", async () => {
    const { key, website_uuid } = await ensureDemo(local, dataDir);
    const requests: unknown[] = [];
    const api = createServer(({ method, url, headers }, response) => {
      requests.push({ method, url, key: headers["api-key"] });
      response.end("{}");
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void api.close());
    await once(api, "listening");
    const address = `http://localhost:${(api.address() as AddressInfo).port}`;
    const lines: string[] = [];
    const print = async (line: string) => {
      lines.push(line);
      if (lines.length > 1) return;
      // What it waits for: a server that holds the directory.
      onTestFinished(await lockDataDir(dataDir));
      noteServer(dataDir, { api: address, lambda: "", database: "" });
    };
    await auditDemoSite({ dataDir, signal: new AbortController().signal, print });
    expect(requests).toEqual([{ method: "POST", url: `/v1/websites/${website_uuid}/audit`, key }]);
    expect(lines).toEqual([
      expect.stringMatching(/^The service is not running yet/),
      expect.stringMatching(/^The website is being checked/),
      `  curl -s '${address}/v1/findings?websiteUuid=${website_uuid}' -H 'api-key: ${key}'`,
    ]);
  });
});

test("prepareEvent says so when a check that the event names is not there", async () => {
  const demo = await ensureDemo(local, dataDir);
  const business = { routeKey: "DELETE /v1/businesses/{business_uuid}" };
  const pathParameters = { business_uuid: demo.business_uuid };
  await callApi(local, demo.key, { ...business, pathParameters });
  const event = { Records: [{ body: { due_at: "{{audit_due_at}}" } }] };
  await expect(prepareEvent(local, "audit", { event, dataDir })).rejects.toThrow(
    /^The event names a check of the demo website\. "website explain": There is no website /,
  );
});
