import { beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../shared/platform/outbound/index.ts";
import { admitInTurn, HostCrowded } from "../../../shared/uptime/pacing.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";

beforeAll(() => allowLocalAddresses());

test("probes of a host that never answers hold up no other of it", async () => {
  const admit = admitInTurn(skippedPauses());
  // Each goes on: nothing says that it is over.
  for (let probe = 0; probe < 100; probe += 1) await admit("shop.example", ["192.0.2.1"]);
});

test("a probe that its host keeps waiting for too long is not made", async () => {
  const admit = admitInTurn(skippedPauses());
  const admitted = Array.from({ length: 1000 }, () => admit("shop.example", ["192.0.2.1"]));
  const results = await Promise.allSettled(admitted);
  const refused = results.filter(({ status }) => status === "rejected");
  expect(refused).toContainEqual({ status: "rejected", reason: expect.any(HostCrowded) });
  expect(results.length - refused.length).toBeGreaterThan(400);
});
