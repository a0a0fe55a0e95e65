import { beforeAll, describe, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/index.ts";
import { ask, oddServers } from "../../../support/oddServers/verdicts.ts";
import { casesFor } from "../../../support/runs.ts";

beforeAll(() => allowLocalAddresses());

const CLIENTS = ["probe", "crawl", "webhook"] as const;

describe.each(oddServers.map((server, index) => ({ ...server, index })))("$name", (server) => {
  test.each(casesFor(server.index, CLIENTS))(
    "is for the %s what the table says",
    async (client) => {
      expect(await ask(server, client)).toBe(server[client]);
    },
  );
});

test("where a probe differs from Chromium, the table says why", () => {
  const differing = oddServers.filter(
    ({ chromium, probe }) => (chromium === "shown") !== probe.startsWith("up"),
  );
  expect(differing.filter(({ why }) => !why).map(({ name }) => name)).toEqual([]);
});
