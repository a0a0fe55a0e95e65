import { expect, test } from "vitest";
import { auditLog } from "../../../../functions/workers/changes/auditLog.ts";
import {
  type ChangeName,
  follows,
  type PartName,
} from "../../../../functions/workers/changes/follows.ts";
import { routeKeys } from "../../../../shared/http/routes.ts";
import { systemClock } from "../../../../shared/platform/time.ts";
import { type Change, readChange } from "../../../../shared/webhooks/change.ts";
import { call } from "../../../support/api.ts";
import { costOf } from "../../../support/cost.ts";
import { makeEstate } from "../../../support/factories.ts";
import { recordStream } from "../../../support/recordStream.ts";
import { acceptedRequest } from "../../../support/requests.ts";
import { thoroughly } from "../../../support/runs.ts";

/** Makes a user, a business and a website: an entry for each. */
const ENTRIES: Readonly<Record<string, number>> = { "POST /v1/onboarding": 3 };

const writes = routeKeys.filter((route) => !route.startsWith("GET"));

function followedBy(name: PartName, changes: Change[]): Change[] {
  const followed: Readonly<Record<string, readonly ChangeName[]>> = follows[name];
  return changes.filter(({ entity, before, after }) =>
    followed[entity]?.includes(before ? (after ? "MODIFY" : "REMOVE") : "INSERT"),
  );
}

test.each(
  thoroughly(
    writes,
    writes.filter((route, index) => route in ENTRIES || index % 3 === 0),
  ),
)("the audit log adds little to %s", async (route) => {
  const estate = await makeEstate();
  const records = await recordStream(async () => {
    expect((await call(route, acceptedRequest(route, estate))).status).toBe(200);
  });
  const changes = records.map(readChange);
  const logged = await costOf(() => auditLog(followedBy("auditLog", changes), systemClock));
  // An entry about a user, or what belongs to one, is in an index as well.
  expect(logged.writeUnits).toBeLessThanOrEqual(2 * (ENTRIES[route] ?? 1));
});
