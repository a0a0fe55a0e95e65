import { describe, expect, test } from "vitest";
import { Check } from "../../../shared/entities/check.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { dueIn, findStillDue } from "../../../shared/uptime/audits.ts";
import { costOf } from "../../support/cost.ts";
import { sqsEvent } from "../../support/messages.ts";

const DUE = "2026-11-20T12:00:00+00:00";
const LATER = "2026-11-20T12:05:00+00:00";

async function makeCheck(website = { reseller_uuid: newUuid(), uuid: newUuid() }) {
  const known = { business_uuid: newUuid(), hostname: "example.com", shard: 3, due_at: DUE };
  await Check.put({ ...website, ...known, kind: "audit", results: [], memory: {} }).go();
  return { ...website, due_at: DUE };
}

describe("the checks that are still to be done", () => {
  test("are those that are due when a message says so, each once", async () => {
    const [due, done] = [await makeCheck(), await makeCheck()];
    const gone = { reseller_uuid: newUuid(), uuid: newUuid(), due_at: DUE };
    const late = { ...due, due_at: LATER };
    const named = [due, late, due, { ...done, due_at: LATER }, gone];
    const found = await findStillDue(named);
    expect(found.map(({ uuid }) => uuid)).toEqual([due.uuid]);
    expect((await findStillDue([late, due])).map(({ uuid }) => uuid)).toEqual([due.uuid]);
  });

  test("are an empty list without a message, and cost nothing", async () => {
    expect(await findStillDue([])).toEqual([]);
    expect((await costOf(() => findStillDue([]))).requests).toBe(0);
  });
});

test("refuses a message that does not name checks by reseller, website and time", () => {
  const read = (body: unknown) => sqsEvent(body).Records.flatMap(dueIn);
  const check = { reseller_uuid: newUuid(), uuid: newUuid(), due_at: DUE };
  expect(read({ checks: [check] })).toEqual([check]);
  const { due_at: _, ...unknown } = check;
  for (const body of [null, {}, { checks: check }, { checks: [unknown] }, [check]]) {
    expect(() => read(body)).toThrow();
  }
});
