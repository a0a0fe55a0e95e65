import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { uptimeHandler } from "../../../functions/uptime/index.ts";
import { isSeated } from "../../../shared/checks/rosters.ts";
import type { CheckRecord } from "../../../shared/entities/check.ts";
import { allowLocalAddresses } from "../../../shared/outbound/index.ts";
import { ownControlHosts } from "../../support/controlHosts.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { sqsEvent } from "../../support/messages.ts";
import {
  dueMessage,
  findCheck,
  type MonitoredWebsite,
  monitorWebsite,
} from "../../support/monitoring.ts";
import { serve } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { makeRoster, seatWebsite } from "../rounds/rosters.ts";

beforeAll(() => allowLocalAddresses());
beforeEach(() => void ownControlHosts());

const checkOf = async (website: MonitoredWebsite) =>
  (await findCheck(website, "uptime")) as CheckRecord<"uptime">;

/** A new website, and one that is by itself and has a place already. */
async function makeBoth() {
  const { url } = await serve({ "/": "<p>up</p>" });
  const fresh = await monitorWebsite(url);
  const known = await seatWebsite(url, { roster: makeRoster(), place: 0, more: { shard: 3 } });
  const messages = await Promise.all([fresh, known].map((each) => dueMessage(each, "uptime")));
  return { fresh, known, event: sqsEvent(...messages) };
}

const check = async (event: ReturnType<typeof sqsEvent>) => {
  const { batchItemFailures } = await uptimeHandler(skippedPauses())(event);
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
};

/** Has requests about rosters fail, until the function that is returned is called. */
function failing(command: string, key: string) {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const end = interceptRequests((each, input) => {
    if (each === command && JSON.stringify(input).includes(key)) throw new Error("away");
  });
  const stop = () => {
    end();
    vi.restoreAllMocks();
  };
  onTestFinished(stop);
  return stop;
}

test("where no places are to be had, only those wait that need one, and are not put off", async () => {
  const { fresh, known, event } = await makeBoth();
  const before = await checkOf(fresh);
  const end = failing("Update", "rosters#seats");
  expect(await check(event)).toEqual(["message-0"]);
  expect([await checkOf(fresh), isSeated(await checkOf(known))]).toEqual([before, true]);
  end();
  expect(await check(event)).toEqual([]);
  expect(isSeated(await checkOf(fresh))).toBe(true);
});

test("where nobody knows which rosters are closed, only those wait that are to go back to one", async () => {
  const { fresh, known, event } = await makeBoth();
  failing("BatchGet", "rosters#closed");
  expect(await check(event)).toEqual(["message-1"]);
  expect(isSeated(await checkOf(fresh))).toBe(true);
  expect(isSeated(await checkOf(known))).toBe(false);
});
