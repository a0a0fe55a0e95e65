import { afterAll, beforeAll, expect, it } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { inspectTls } from "../../../../shared/platform/outbound/inspectTls.ts";
import { outboundRequest } from "../../../../shared/platform/outbound/request.ts";
import { type Site, startSite } from "../../../support/site.ts";
import { failureOf } from "./failureOf.ts";

const LIMITS = { timeoutMs: 30_000, maxBytes: 1_000, maxRedirects: 0 };

let site: Site;

beforeAll(async () => {
  site = await startSite({ "/": "here" }, { address: "127.0.0.1" });
});
afterAll(() => site.close());

function ask(host: string) {
  return outboundRequest(`http://${host}:${site.port}/`, LIMITS);
}

it("reaches nothing on this machine until that is allowed", async () => {
  expect(await failureOf(ask("127.0.0.1"))).toBe("blocked");
  expect(await failureOf(outboundRequest("http://127.0.0.1/", LIMITS))).toBe("blocked");
  expect(await inspectTls("127.0.0.1", { timeoutMs: 30_000 })).toMatchObject({
    failure: "blocked",
  });
  expect(site.requests).toEqual([]);
});

it("then reaches loopback, also by name, and no other private address", async () => {
  allowLocalAddresses();
  for (const host of ["127.0.0.1", "localhost", "2130706433"]) {
    expect((await ask(host)).body.toString()).toBe("here");
  }
  for (const host of ["0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254"]) {
    expect([host, await failureOf(ask(host))]).toEqual([host, "blocked"]);
  }
  expect(site.requests).toHaveLength(3);
});
