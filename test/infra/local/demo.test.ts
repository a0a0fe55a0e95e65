import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type Callable, callApi, runCommand } from "../../../infra/local/calls.ts";
import { ensureDemo, readDemo } from "../../../infra/local/demo/demo.ts";
import { auditDemoSite } from "../../../infra/local/demo/site.ts";
import { prepareEvent, readEvent } from "../../../infra/local/invoke.ts";
import { type Local, openLocal } from "../../../infra/local/local.ts";
import { lockDataDir, noteServer } from "../../../infra/local/serverLock.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { thoroughly, thoroughTest } from "../../support/runs.ts";
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
  test("is a user with a business and a website, whose reseller has custom fields", async () => {
    const demo = await ensureDemo(local, dataDir);
    const { reseller_uuid } = demo;
    const resellers = await runCommand<{ name: string }[]>(local, "reseller list", {});
    expect(resellers).toMatchObject([{ name: "Demo reseller", uuid: reseller_uuid }]);
    const fields = { reseller_uuid, method: "GET", path: "/v1/custom-fields" };
    expect((await runCommand<{ data: object[] }>(local, "api", fields)).data).toMatchObject([
      { name: "Account number", type: "text", options: null },
      { name: "Segment", type: "select", options: ["small", "medium", "large"] },
    ]);
    expect(await readAll(demo.key)).toMatchObject({
      user: { uuid: demo.user_uuid },
      users: [],
      business: { uuid: demo.business_uuid },
      businesses: [],
      websites: [{ uuid: demo.website_uuid }],
      plans: [{ is_default: true }],
    });
    // Its website is probed each minute.
    const plans = await runCommand(local, "plan list", { reseller_uuid });
    expect(plans).toMatchObject([{ uptime_interval_minutes: 1 }]);
    expect(readDemo(dataDir)).toEqual(demo);
  });

  test("is completed after a start that was killed before it knew its key", async () => {
    const demo = await ensureDemo(local, dataDir);
    for (const file of ["demo-key", "demo.json"]) rmSync(join(dataDir, file));
    const again = await ensureDemo(local, dataDir);
    expect(again).toEqual({ ...demo, key: expect.not.stringMatching(demo.key) });
    const keys = await runCommand<{ revoked_at: string | null }[]>(local, "key list", {
      reseller_uuid: demo.reseller_uuid,
    });
    expect(keys.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
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
    expect(await ensureDemo(busy, dataDir)).toEqual(demo);
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

  const answering = names.filter((name) => name !== "schedule");
  test.each(thoroughly(answering, ["changes", "uptime", "websites"]))(
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

  thoroughTest("of the workers did the checks of the demo's website", async () => {
    const website_uuid = readDemo(dataDir)?.website_uuid;
    expect(await runCommand(local, "website explain", { website: website_uuid })).toMatchObject({
      last_probes: [{ outcome: "up" }],
      last_audits: [expect.anything()],
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
    /^The event names the audit of the demo website\. "website explain": There is no website /,
  );
});
