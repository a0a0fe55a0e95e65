import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Check, type CheckKind } from "../../../shared/entities/check.ts";
import { FeedItem } from "../../../shared/entities/feedItem.ts";
import { newFeedItem, takeFeedSequences } from "../../../shared/feed/feedItem.ts";
import { tableConfiguration } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { makeFeedItem } from "../../support/factories.ts";
import { type CheckedWebsite, makeCheckedWebsite, TOMORROW, YESTERDAY } from "./checkedWebsite.ts";
import { refusal, run, TIMESTAMP, UUID } from "./run.ts";

let site: CheckedWebsite;
let website_uuid: string;

beforeEach(async () => {
  site = await makeCheckedWebsite();
  website_uuid = site.website_uuid;
});

function secondsBefore(given: string, seconds: number) {
  return timestamp(new Date(Date.parse(given) - seconds * 1000));
}

const secondsAfter = (given: string, seconds: number) => secondsBefore(given, -seconds);

describe("audit run", () => {
  test("makes both checks due now, where the schedule looks for them", async () => {
    const before = await site.get("audit");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T12:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const result = await run("audit run", { website: website_uuid.toUpperCase() });
    expect(result).toStrictEqual({
      website_uuid,
      hostname: "example.com",
      requested_at: "2026-11-20T12:00:00+00:00",
      checks: ["uptime", "audit"],
    });
    const { requested_at } = result;
    expect(await site.get("audit")).toStrictEqual({
      ...before,
      due_at: requested_at,
      requested_at,
    });
    for (const kind of ["uptime", "audit"] as const) {
      const due = await Check.query
        .due({ kind, shard: site.shard })
        .between({ due_at: requested_at }, { due_at: secondsAfter(requested_at, 1) })
        .go();
      expect(due.data.map(({ uuid }) => uuid)).toContain(website_uuid);
    }
  });

  test("takes the audit from a worker that has claimed it", async () => {
    await site.put("audit", { claimed_until: TOMORROW });
    await run("audit run", { website: website_uuid });
    expect(await site.get("audit")).not.toHaveProperty("claimed_until");
  });

  test("keeps what a worker writes meanwhile", async () => {
    const results = [{ at: YESTERDAY, outcome: "up", duration: 12 }];
    afterNextReadingOf("audit", () => site.put("audit", { due_at: YESTERDAY, results }));
    const { requested_at } = await run("audit run", { website: website_uuid });
    expect(await site.get("audit")).toMatchObject({ due_at: requested_at, results });
  });

  test("leaves a check that the plan has switched off", async () => {
    await site.switchUptimeOff();
    expect(await run("audit run", { website: website_uuid })).toMatchObject({ checks: ["audit"] });
    expect(await site.get("uptime")).toMatchObject({ due_at: TOMORROW });
  });

  test("refuses the website of a suspended user", async () => {
    await site.suspendUser();
    expect(await refusal("audit run", { website: website_uuid })).toBe(
      `The user that website ${website_uuid} belongs to is suspended: none of its websites is checked.`,
    );
    expect(await site.get("audit")).toMatchObject({ due_at: TOMORROW });
  });
});

/** Runs `happen` between the next read of a check and the following write. */
function afterNextReadingOf(kind: CheckKind, happen: () => Promise<void>) {
  let pending: typeof happen | undefined = happen;
  tableConfiguration.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const output = await next(args);
        const { Key } = args.input as { Key?: { sk?: unknown } };
        const isIt = commandName === "GetItemCommand" && JSON.stringify(Key?.sk).includes(kind);
        const now = isIt ? pending : undefined;
        if (isIt) pending = undefined;
        await now?.();
        return output;
      },
    { step: "initialize", priority: "low" },
  );
}

describe("audit result", () => {
  test("reports the checks still pending, and the feed items written since", async () => {
    const place = { reseller_uuid: site.reseller_uuid, business_uuid: site.business_uuid };
    const { requested_at } = await run("audit run", { website: website_uuid });
    await makeFeedItem({ ...place, website_uuid });
    // What was there in the same second was there before.
    const ask = () => run("audit result", { website: website_uuid, requested_at: since });
    let since = secondsAfter(requested_at, 3600);
    expect(await ask()).toStrictEqual({
      pending: ["uptime", "audit"],
      outcomes: [],
      feed_items: [],
    });

    const done = { outcome: "done", duration: 5 };
    await site.put("audit", { results: [{ at: since, ...done }] });
    expect(await ask()).toMatchObject({ pending: ["uptime", "audit"] });
    await site.put("audit", { results: [{ at: secondsAfter(since, 1), ...done }] });
    const audited = { check: "audit", outcome: "done", at: secondsAfter(since, 1) };
    expect(await ask()).toStrictEqual({
      pending: ["uptime"],
      outcomes: [audited],
      feed_items: [],
    });

    since = secondsBefore(requested_at, 30);
    await site.put("uptime", { results: [{ at: requested_at, ...done }] });
    const data = { pages: 3 };
    const newest = newFeedItem(
      { ...place, uuid: website_uuid },
      {
        type: "ssl",
        status: "info",
        data,
        sequence: await takeFeedSequences({ ...place, website_uuid }, 1),
      },
    );
    await FeedItem.create(newest).go();
    expect(await ask()).toStrictEqual({
      pending: [],
      outcomes: expect.arrayContaining([
        audited,
        { check: "uptime", outcome: "done", at: requested_at },
      ]),
      feed_items: [
        {
          uuid: newest.uuid,
          category: "website",
          type: "ssl",
          status: "info",
          data,
          created_at: newest.created_at,
        },
        {
          uuid: expect.stringMatching(UUID),
          category: "website",
          type: "broken_links",
          status: "info",
          data: { links_broken_count: 3, new_links_broken_count: 1 },
          created_at: expect.stringMatching(TIMESTAMP),
        },
      ],
    });
  });

  test("does not wait for checks that are switched off or suspended", async () => {
    await site.switchUptimeOff();
    const input = { website: website_uuid, requested_at: timestamp() };
    const nothing = { outcomes: [], feed_items: [] };
    expect(await run("audit result", input)).toStrictEqual({ pending: ["audit"], ...nothing });
    await site.suspendUser();
    expect(await run("audit result", input)).toStrictEqual({ pending: [], ...nothing });
  });

  test.each([undefined, 5, "", "today", "2026-01-31", "2026-13-31T00:00:00+00:00"])(
    "refuses %j as the time of the run",
    async (requested_at) => {
      expect(await refusal("audit result", { website: website_uuid, requested_at })).toBe(
        'requested_at must be the timestamp that "audit run" has answered.',
      );
    },
  );
});
