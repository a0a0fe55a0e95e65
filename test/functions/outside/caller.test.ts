import { expect, it } from "vitest";
import { makeReseller } from "../../support/factories.ts";
import { serveByTls, startOutside, trustOwnAuthority } from "../../support/outside.ts";
import { startService } from "../../support/service.ts";

const baseUrl = await startService();

/** The probe, in front of an API that serves its first request. */
async function startServed() {
  const { key } = await makeReseller();
  const issuer = trustOwnAuthority();
  const front = await serveByTls({ baseUrl }, { issuer });
  const probe = { apiUrl: front.url, key };
  return { issuer, front, probe, ...(await startOutside(probe)) };
}

it("creates what a reseller has, once, and leaves one website for the next minute", async () => {
  const { ask, front, metrics } = await startServed();
  expect(await ask()).toEqual([]);
  expect(front.requests.filter((each) => each.startsWith("POST"))).toHaveLength(4);
  front.requests.length = 0;
  // Nothing brings webhooks here: the stream does not run.
  expect(await ask()).toEqual([expect.stringContaining("Webhooks: no webhook has arrived since")]);
  expect(front.requests.map((each) => each.split(" ")[0]).toSorted()).toEqual([
    ...["DELETE", "GET", "GET", "GET", "GET", "POST"],
  ]);
  expect(Object.values(metrics["RequestsFailed"] ?? {})).toContain(0);
});

it("notices a certificate that has expired since the last request", async () => {
  const { ask, front, issuer } = await startServed();
  expect(await ask()).toEqual([]);
  await front.close();
  const validTo = new Date(Date.now() - 1000);
  await serveByTls({ baseUrl }, { issuer, validTo }, front.port);
  expect(await ask()).toEqual(["Requests: Error: GET /v1/users: certificate has expired"]);
});

it("notices a name that is gone, and a key that is refused", async () => {
  const { ask, probe } = await startServed();
  const { apiUrl } = probe;
  probe.apiUrl = "https://api.invalid";
  expect(await ask()).toEqual([
    expect.stringMatching(/^Requests: Error: GET \/v1\/users: getaddrinfo/),
  ]);
  Object.assign(probe, { apiUrl, key: "rwm_test_wrong" });
  expect(await ask()).toEqual(["Requests: Error: GET /v1/users: it answered 401"]);
});
