import { expect, test } from "vitest";
import { auditLog } from "../../../functions/changes/auditLog.ts";
import { countWebsites } from "../../../functions/changes/countWebsites.ts";
import { type ChangeName, follows, type PartName } from "../../../functions/changes/follows.ts";
import { usage } from "../../../functions/changes/usage.ts";
import { type Change, readChange } from "../../../functions/events/change.ts";
import { endpointGroups, groupNames } from "../../../shared/routes.ts";
import { systemClock } from "../../../shared/time.ts";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { makeEstate } from "../../support/factories.ts";
import { recordStream } from "../../support/recordStream.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { thoroughly } from "../../support/runs.ts";

/** Websites that come or go change their business's count and the month, in a transaction of two writes. */
const COUNTED = [
  "DELETE /v1/businesses/{business_uuid}",
  "POST /v1/websites",
  "DELETE /v1/websites/{website_uuid}",
  "POST /v1/onboarding",
];
/** Makes a user, a business and a website: an entry for each. */
const ENTRIES: Readonly<Record<string, number>> = { "POST /v1/onboarding": 3 };

const writes = groupNames
  .flatMap((group): readonly string[] => endpointGroups[group])
  .filter((route) => !route.startsWith("GET"));

function followedBy(name: PartName, changes: Change[]): Change[] {
  const followed: Readonly<Record<string, readonly ChangeName[]>> = follows[name];
  return changes.filter(({ entity, before, after }) =>
    followed[entity]?.includes(before ? (after ? "MODIFY" : "REMOVE") : "INSERT"),
  );
}

test.each(
  thoroughly(
    writes,
    writes.filter((route, index) => COUNTED.includes(route) || index % 3 === 0),
  ),
)("the audit log and the usage add little to %s", async (route) => {
  const estate = await makeEstate();
  const { reseller, business } = estate;
  await countWebsites(reseller.uuid, new Map([[business, new Date()]]));
  const records = await recordStream(async () => {
    expect((await call(route, acceptedRequest(route, estate))).status).toBe(200);
  });
  const changes = records.map(readChange);
  const logged = await costOf(() => auditLog(followedBy("auditLog", changes), systemClock));
  expect(logged.writeUnits).toBeLessThanOrEqual(ENTRIES[route] ?? 1);
  const counted = await costOf(() => usage(followedBy("usage", changes), systemClock));
  expect(counted.writeUnits).toBe(COUNTED.includes(route) ? 4 : 0);
});
