import { expect, onTestFinished, test } from "vitest";
import { type AdminRequest, handler } from "../../../functions/operators/index.ts";
import { createConsoleGateway } from "../../../infra/admin/console/consoleGateway.ts";
import { startServer } from "../../../infra/local/http/server.ts";
import { Problem } from "../../../infra/terminal.ts";
import { routeKeys } from "../../../shared/routes.ts";
import { call } from "../../support/api.ts";
import { makeEstate } from "../../support/factories.ts";

const TOKEN = "token-of-this-start";

async function serve(invoke: (request: AdminRequest) => ReturnType<typeof handler> = handler) {
  const gateway = createConsoleGateway({ token: TOKEN, invoke });
  const server = await startServer(gateway, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close(0));
  return async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
}

test("operators see what the reseller's own key would show, and no button to change it", async () => {
  const { reseller, website, business } = await makeEstate();
  const ask = await serve();
  const headers = { "api-key": `${TOKEN}.${reseller.uuid}` };
  expect(await ask("/console/key", { "console-token": headers["api-key"] })).toEqual({
    status: 200,
    body: headers["api-key"],
  });
  const seen = async (path: string) => (await ask(path, headers)).body.data;
  const { key } = reseller;
  const own = await call("GET /v1/websites/{website_uuid}", { key, uuid: website });
  expect(await seen(`/v1/websites/${website}`)).toEqual(own.body.data);
  const list = await call("GET /v1/account/websites", { key });
  expect(await seen("/v1/account/websites")).toEqual(list.body.data);
  const query = { websiteUuid: website, status: "open", language: "de" };
  const findings = await call("GET /v1/findings", { key, query });
  expect(await seen(`/v1/findings?${new URLSearchParams(query)}`)).toEqual(findings.body.data);
  expect((await seen("/v1/account")).api_key).toMatchObject({ is_read_only: true });
  for (const path of [
    `/v1/websites/${website}/uptime`,
    `/v1/websites/${website}/maintenance-windows`,
    `/v1/businesses/${business}/digest`,
    `/v1/feed-items?businessUuid=${business}&websiteUuid=${website}`,
    `/v1/shares?websiteUuid=${website}`,
    "/v1/webhooks",
    "/v1/users",
  ])
    expect([path, (await ask(path, headers)).status]).toEqual([path, 200]);
});

test("operators search all resellers, and see what is down and given up", async () => {
  const { reseller, website } = await makeEstate();
  const ask = await serve();
  const headers = { "api-key": `${TOKEN}.${reseller.uuid}` };
  const run = async (command: string, input = {}) => {
    const response = await handler({ command, input });
    return { status: 200, body: response.ok ? response.result : undefined };
  };
  expect(await ask(`/operators/find?text=${website}`, headers)).toEqual(
    await run("find", { text: website }),
  );
  const shown = await ask(`/operators/show?uuid=${website}`, headers);
  expect(shown.body.above[0]).toMatchObject({ kind: "reseller", uuid: reseller.uuid });
  expect((await ask("/operators/down", headers)).body).toHaveProperty("down");
  expect(await ask("/operators/dead-letters", headers)).toEqual(await run("dead-letter list"));
  expect(await ask("/operators/lost", headers)).toEqual({ status: 200, body: [] });
  expect(await ask("/operators/find", headers)).toEqual({
    status: 422,
    body: { code: 422, message: expect.stringMatching(/TEXT/) },
  });
  expect((await ask("/operators/find?text=a", { "api-key": reseller.key })).status).toBe(401);
  for (const none of ["redrive", "constructor", "reseller list"])
    expect((await ask(`/operators/${none}`, headers)).status).toBe(404);
});

test("nothing is answered without the token, written, or shown of another reseller", async () => {
  const { reseller, webhook } = await makeEstate();
  const other = await makeEstate();
  const ask = await serve();
  const refused = { status: 401, body: { code: 401, message: "Unauthenticated" } };
  for (const wrong of [reseller.key, reseller.uuid, `x.${reseller.uuid}`, TOKEN.slice(1), ""])
    expect(await ask("/v1/users", { "api-key": wrong })).toEqual(refused);
  expect(await ask("/v1/users")).toEqual(refused);
  expect((await ask("/console/key", { "console-token": "x" })).status).toBe(404);

  const headers = { "api-key": `${TOKEN}.${reseller.uuid}` };
  expect(await ask(`/v1/websites/${other.website}`, headers)).toEqual({
    status: 422,
    body: { success: false, errors: { request: { refused: expect.stringMatching(/website/i) } } },
  });
  expect((await ask(`/v1/webhooks/${webhook}/secret`, headers)).status).toBe(422);
  for (const route of routeKeys.filter((each) => !each.startsWith("GET "))) {
    const [method = "", path = ""] = route.split(" ");
    expect([route, (await ask(path, headers, method)).status]).toEqual([route, 404]);
  }
});

test("a failure of AWS is told, and the console's files come without the token", async () => {
  const ask = await serve(async () => {
    throw new Problem("No credentials of AWS are found.");
  });
  expect(await ask("/v1/account", { "api-key": `${TOKEN}.x` })).toEqual({
    status: 503,
    body: { code: 503, message: "No credentials of AWS are found." },
  });
  expect((await ask("/console")).body).toMatch(/^<!doctype html>/);
  expect((await ask("/console/nothing.js")).status).toBe(404);
});
