import { afterAll, beforeAll, expect, it } from "vitest";
import { askNameServers } from "../../../shared/outbound/resolver.ts";
import { startNameServer } from "./nameServer.ts";

const SERVER_FAILURE = 2;
const REFUSED = 5;

let server: Awaited<ReturnType<typeof startNameServer>>;

beforeAll(async () => {
  server = await startNameServer({
    "both.example": ["127.0.0.1", "127.0.0.2", "::1"],
    "four.example": ["127.0.0.1"],
    "six.example": ["::2"],
    "empty.example": [],
    "broken.example": SERVER_FAILURE,
    "refused.example": REFUSED,
    "half.example": { 4: [], 6: SERVER_FAILURE },
    "better.example": { 4: ["127.0.0.1"], 6: SERVER_FAILURE },
    "silent.example": "silent",
  });
});
afterAll(() => server.close());

function ask(hostname: string, signal = new AbortController().signal) {
  return askNameServers(hostname, signal, [server.address]);
}

it("finds the addresses of both families", async () => {
  expect(await ask("both.example")).toEqual([
    { address: "127.0.0.1", family: 4 },
    { address: "127.0.0.2", family: 4 },
    { address: "::1", family: 6 },
  ]);
});

it("finds those of one family, with the root's dot as well", async () => {
  expect(await ask("four.example.")).toEqual([{ address: "127.0.0.1", family: 4 }]);
  expect(await ask("better.example")).toEqual([{ address: "127.0.0.1", family: 4 }]);
  expect(await ask("six.example")).toEqual([{ address: "::2", family: 6 }]);
});

it.each([
  ["none.example", "ENOTFOUND"],
  ["empty.example", "ENODATA"],
  ["broken.example", "ESERVFAIL"],
  ["refused.example", "EREFUSED"],
  ["half.example", "ESERVFAIL"],
])("says of %s: %s", async (hostname, code) => {
  await expect(ask(hostname)).rejects.toMatchObject({ code });
});

it("gives up at once when it is told to", async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  await expect(ask("silent.example", controller.signal)).rejects.toMatchObject({
    code: "ECANCELLED",
  });
});
