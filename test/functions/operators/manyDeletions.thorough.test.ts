import { expect, test } from "vitest";
import { type Restoration, restoreAll } from "../../../infra/admin/commands/deleted.ts";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { makeBusiness, makeCustomer } from "../../support/factories.ts";
import { fillWebsites } from "../../support/fillWebsites.ts";
import { followReseller } from "../../support/follow.ts";
import { run } from "./run.ts";

const SIZES = [1000, 10_000];
/** A business can have at most 1,000. */
const OF_A_BUSINESS = 1000;
const AT_ONCE = 8;
const HOUR_MS = 3_600_000;
const SINCE = "2026-01-31T09:30:00Z";

async function makeFilled(size: number) {
  const { reseller, user } = await makeCustomer();
  const { key, uuid: reseller_uuid } = reseller;
  const businesses: string[] = [];
  const uuids: string[] = [];
  while (uuids.length < size) {
    const business = await makeBusiness(reseller, user);
    businesses.push(business);
    uuids.push(...(await fillWebsites(reseller_uuid, business, OF_A_BUSINESS)));
  }
  const total = async () => {
    let sum = 0;
    for (const businessUuid of businesses) {
      const query = { businessUuid, per_page: "1" };
      sum += (await call("GET /v1/websites", { key, query })).body.meta.total;
    }
    return sum;
  };
  /** Deletes websites one by one, as a loop does. */
  const loop = async () => {
    const stream = await followReseller(reseller_uuid);
    for (let first = 0; first < size; first += AT_ONCE) {
      const some = uuids.slice(first, first + AT_ONCE);
      const deleted = some.map((uuid) => call("DELETE /v1/websites/{website_uuid}", { key, uuid }));
      for (const { status } of await Promise.all(deleted)) expect(status).toBe(200);
    }
    await stream.settle();
    expect(await total()).toBe(0);
  };
  return { reseller_uuid, total, loop };
}

test(
  "a loop of 10,000 deletions is undone by one command, with requests that grow as the deletions do",
  async () => {
    const requests: number[] = [];
    for (const size of SIZES) {
      const { reseller_uuid, total, loop } = await makeFilled(size);
      await loop();
      const input = { reseller_uuid, since: SINCE };
      const steps: number[] = [];
      const cost = await costOf(async () => {
        const first = (await run("deleted restore", input)) as Restoration;
        const ask = async (command: string, given: object) => {
          const result = await run(command, given);
          steps.push(result.left);
          return result;
        };
        const sum = await restoreAll(first, { input, ask });
        expect(sum).toEqual({ restored: size, refused: [] });
      });
      expect(steps.toSorted((a, b) => b - a)).toEqual(steps);
      expect(await total()).toBe(size);
      requests.push(cost.requests / size);
    }
    const [few = 0, many = 0] = requests;
    expect(many / few).toBeLessThan(1.1);
  },
  HOUR_MS,
);
