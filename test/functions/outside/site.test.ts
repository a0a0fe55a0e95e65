import { expect, it } from "vitest";
import { signerOf } from "../../../functions/events/signing.ts";
import { lastArrival } from "../../../functions/outside/arrivals.ts";
import { asker } from "../../../functions/outside/request.ts";
import { readSecret } from "../../../functions/outside/webhook.ts";
import { makeReseller } from "../../support/factories.ts";
import { serveByTls, startOutside, trustOwnAuthority } from "../../support/outside.ts";
import { startService } from "../../support/service.ts";

const baseUrl = await startService();

it("stores a webhook that the service has signed, and refuses any other", async () => {
  const { key } = await makeReseller();
  const { url: apiUrl } = await serveByTls({ baseUrl }, { issuer: trustOwnAuthority() });
  const { ask, site } = await startOutside({ apiUrl, key });
  expect(await ask()).toEqual([]);
  const secret = await readSecret(asker(apiUrl, key), `${site.url}/webhook`);
  const body = '{"type":"website.created"}';
  const post = async (by: string) => {
    const timestamp = Math.floor(Date.now() / 1000);
    const headers = signerOf([by])({ id: "evt_1", timestamp, body });
    return (await fetch(`${site.url}/webhook`, { method: "POST", headers, body })).status;
  };
  expect(await post("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).toBe(401);
  expect(await lastArrival("webhook")).toBe(0);
  expect(await post(secret)).toBe(204);
  expect(await lastArrival("webhook")).toBeGreaterThan(0);
});

it("is up, down and up, and stores visits of the first", async () => {
  const { site } = await startOutside({ apiUrl: "https://api.invalid", key: "" });
  const statusOf = async (path: string) => (await fetch(site.url + path)).status;
  expect(await statusOf("/passing")).toBe(200);
  expect(await statusOf("/down")).toBe(500);
  expect(await statusOf("/elsewhere")).toBe(404);
  expect(await lastArrival("probe")).toBe(0);
  expect(await statusOf("/up")).toBe(200);
  expect(await lastArrival("probe")).toBeGreaterThan(0);
});
