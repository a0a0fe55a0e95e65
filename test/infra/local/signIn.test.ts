import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../../../infra/local/http/server.ts";
import { newSignIn, withSignIn } from "../../../infra/local/http/signIn.ts";

const KEY = "rwm_local";

async function serve(key?: string) {
  const signIn = { ...newSignIn(), ...(key && { key }) };
  const answer = async () => ({ status: 404, headers: {}, body: Buffer.from("api") });
  const server = await startServer(withSignIn(signIn, answer), { port: 0, host: "127.0.0.1" });
  onTestFinished(() => server.close(0));
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers });
    return [response.status, await response.text(), response.headers.get("cache-control")];
  };
  return { ask, token: signIn.token };
}

test("the console that was opened with this start's token gets the key, which nothing stores", async () => {
  const { ask, token } = await serve(KEY);
  const answer = await ask("/console/key", { "console-token": token });
  expect(answer).toEqual([200, KEY, "no-store"]);
});

test("nobody else gets it, and no other request is answered here", async () => {
  const { ask, token } = await serve(KEY);
  const api = [404, "api", null];
  const { token: ofAnotherStart } = newSignIn();
  for (const wrong of ["", "undefined", token.slice(1), `${token}x`, ofAnotherStart]) {
    expect(await ask("/console/key", { "console-token": wrong })).toEqual(api);
  }
  expect(await ask("/console/key")).toEqual(api);
  expect(await ask("/console/key", { "console-token": token }, "POST")).toEqual(api);
  expect(await ask(`/console/key?console-token=${token}`)).toEqual(api);
  expect(await ask("/console", { "console-token": token })).toEqual(api);
});

test("there is none before the service is ready", async () => {
  const { ask, token } = await serve();
  expect(await ask("/console/key", { "console-token": token })).toEqual([404, "api", null]);
});
