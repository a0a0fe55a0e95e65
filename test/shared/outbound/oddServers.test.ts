import { beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { ask, oddServers } from "../../support/oddServers/verdicts.ts";

beforeAll(() => allowLocalAddresses());

test.each(oddServers)("probe, crawl and webhook judge $name as the table says", async (server) => {
  const { probe, crawl, webhook } = server;
  expect(await ask(server)).toEqual({ probe, crawl, webhook });
});
