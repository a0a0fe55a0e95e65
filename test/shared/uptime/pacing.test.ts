import { beforeAll, expect, test } from "vitest";
import { allowLocalAddresses } from "../../../shared/platform/outbound/index.ts";
import { HostCrowded, takeTurns } from "../../../shared/uptime/pacing.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";

beforeAll(() => allowLocalAddresses());

test("a probe that its host keeps waiting for too long is not made; those that never answer keep none waiting", async () => {
  const turn = takeTurns(skippedPauses());
  const turns = await Promise.allSettled(
    Array.from({ length: 1000 }, () => turn("http://192.0.2.1/")),
  );
  const refused = turns.filter(({ status }) => status === "rejected");
  expect(refused).toContainEqual({ status: "rejected", reason: expect.any(HostCrowded) });
  expect(turns.length - refused.length).toBeGreaterThan(400);
});
