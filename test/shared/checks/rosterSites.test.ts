import { randomInt } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { findRosterSites } from "../../../shared/checks/rosterSites.ts";
import { Check } from "../../../shared/entities/check.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

/** Websites in a roster of their own, in the order in which they are due. */
async function makeSites(count: number) {
  const roster = 5_000_000 + randomInt(1000, 1_000_000);
  const uuids = Array.from({ length: count }, newUuid);
  for (const [place, uuid] of uuids.entries()) {
    const key = { reseller_uuid: newUuid(), uuid, business_uuid: newUuid() };
    const seat = { roster, place, hostname: "example.com", url: "https://example.com" };
    const due_at = `2026-11-20T12:00:0${place}+00:00`;
    const known = { hostname: "example.com", due_at, results: [], memory: {}, seat };
    await Check.put({ ...key, ...known, kind: "uptime", shard: roster }).go();
  }
  return { roster, uuids };
}

const uuidsOf = (sites: { uuid: string }[]) => sites.map(({ uuid }) => uuid);

test("all websites of a roster are found, or so many", async () => {
  const { roster, uuids } = await makeSites(3);
  expect(uuidsOf(await findRosterSites(roster, { limit: 2 }))).toEqual(uuids.slice(0, 2));
  onTestFinished(
    interceptRequests((command, input) => {
      if (command === "Query") Object.assign(input, { Limit: 1 });
    }),
  );
  expect(uuidsOf(await findRosterSites(roster))).toEqual(uuids);
});

test("what has no place in a roster is none of its websites", async () => {
  const { roster, uuids } = await makeSites(2);
  const key = { reseller_uuid: newUuid(), uuid: newUuid(), business_uuid: newUuid() };
  const known = { hostname: "example.com", due_at: "", results: [], memory: {} };
  await Check.put({ ...key, ...known, kind: "uptime", shard: roster }).go();
  expect(uuidsOf(await findRosterSites(roster))).toEqual(uuids);
});
