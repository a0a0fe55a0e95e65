import { expect, onTestFinished, test, vi } from "vitest";
import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import { assertRoomAtHost } from "../../../shared/limits/websitesPerHost.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

test("a host without websites is known to be new by one request, to a random part of the index", async () => {
  const partitions: unknown[] = [];
  const end = interceptRequests((_, input) => {
    const values = Object.values(input["ExpressionAttributeValues"] ?? {});
    partitions.push(values.map((value) => value?.S ?? value).find((each) => /#find#/.test(each)));
  });
  const random = vi.spyOn(Math, "random");
  onTestFinished(end);
  onTestFinished(() => random.mockRestore());
  const uuid = newUuid();
  const reseller = { uuid, max_websites_per_host: 17 } as ResellerRecord;
  for (const value of [0, 0.03, 0.999]) {
    random.mockReturnValue(value);
    await assertRoomAtHost(reseller, { hostname: "a.example", added: 17, field: "hostname" });
  }
  expect(partitions).toEqual(["0", "0", "f"].map((shard) => `reseller#${uuid}#find#${shard}`));
});
