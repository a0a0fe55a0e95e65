import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  findControlHosts,
  findUnansweredControlHosts,
} from "../../../../functions/monitoring/uptime/distrust.ts";
import type { ProbeUrl } from "../../../../functions/monitoring/uptime/probeSite.ts";
import { BucketDepth } from "../../../../shared/entities/bucketDepth.ts";
import { accountOf } from "../../../../shared/sandbox.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { ownControlHosts } from "../../../support/controlHosts.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";

let addControl: ReturnType<typeof ownControlHosts>;

beforeEach(() => {
  addControl = ownControlHosts();
});

/** Hosts of a reseller that answered lately, in this order. */
async function addHosts(count: number, reseller = newUuid()) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T12:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const hosts = Array.from({ length: count }, (_, index) => `h${index}.example`);
  for (const host of hosts) {
    await addControl(`https://${host}/`, reseller);
    vi.setSystemTime(Date.now() + 1000);
  }
  return { reseller: accountOf(reseller), hosts };
}

/** What is drawn at random leaves everything in its order, or turns it round. */
function draw(order: "as it is" | "turned round") {
  let drawn = 0;
  const step = order === "as it is" ? 1e-6 : -1e-6;
  vi.spyOn(Math, "random").mockImplementation(() => 0.5 + step * ++drawn);
  onTestFinished(() => void vi.restoreAllMocks());
}

/** Has the test find sixteen buckets, and no others. */
async function addBuckets() {
  const minutes = randomInt(2000, 1_000_000);
  await BucketDepth.put({ minutes, since: [0, 0, 0, 0, 0] }).go();
}

/** Counts the buckets that are read, and has those fail whose number is named. */
function watchBuckets(fails: (number: number) => boolean = () => false) {
  const seen = { reads: 0 };
  const end = interceptRequests((command, { Limit, ExpressionAttributeValues: values = {} }) => {
    const { ":pk": pk } = values as { ":pk"?: string };
    if (command !== "Query" || Limit === undefined || !pk?.startsWith("due#uptime#")) return;
    if (fails(seen.reads++)) throw new Error("away");
  });
  onTestFinished(end);
  return seen;
}

/** Has the hosts of these URLs answer, if they are requested as for the second time. */
const answering =
  (...urls: string[]): ProbeUrl =>
  async (url, which) => {
    const answered = which === "second" && urls.includes(url);
    return { answered, outcome: "", url, lastUrl: url, duration: 1 };
  };

describe("the hosts that are asked", () => {
  test("are known by reseller, host and URL, without those that fail now", async () => {
    const { reseller, hosts } = await addHosts(2);
    const url = (host: unknown) => `https://${host}/`;
    const all = await findControlHosts(new Set());
    expect(new Set(all)).toEqual(
      new Set(hosts.map((host) => ({ reseller, host, url: url(host) }))),
    );
    const [failing, other] = hosts;
    const found = await findControlHosts(new Set([String(failing)]));
    expect(found).toEqual([{ reseller, host: other, url: url(other) }]);
  });

  test("are five, of as many resellers as there are", async () => {
    const [many, few] = [await addHosts(8), newUuid()];
    await addControl("https://last.example/", few);
    draw("as it is");
    const found = await findControlHosts(new Set());
    expect(found).toHaveLength(5);
    expect(new Set(found.map(({ reseller }) => reseller))).toEqual(
      new Set([many.reseller, accountOf(few)]),
    );
  });

  test.each([
    ["as it is", [0, 1, 2, 3, 7]],
    ["turned round", [0, 4, 5, 6, 7]],
  ] as const)("are drawn at random: %s", async (order, expected) => {
    await addHosts(8);
    draw(order);
    const found = (await findControlHosts(new Set())).map(({ host }) => host);
    expect(found.toSorted()).toEqual(expected.map((index) => `h${index}.example`));
  });

  test("are searched for in twelve buckets by default", async () => {
    ownSchedule();
    await addBuckets();
    const seen = watchBuckets();
    await findControlHosts(new Set());
    expect(seen.reads).toBe(12);
    await findControlHosts(new Set(), { buckets: 3 });
    expect(seen.reads).toBe(15);
  });

  test("are found where some buckets can't be read, but not where none can", async () => {
    ownSchedule();
    const { hosts } = await addHosts(1);
    await addBuckets();
    watchBuckets((number) => number !== 5);
    expect((await findControlHosts(new Set())).map(({ host }) => host)).toEqual(hosts);
    await expect(findControlHosts(new Set())).rejects.toThrow("away");
  });

  test("are missing if there is no bucket yet", async () => {
    ownSchedule();
    expect(await findControlHosts(new Set())).toEqual([]);
  });
});

test("control hosts are returned if none of them answers", async () => {
  const { hosts } = await addHosts(2);
  const unanswered = await findUnansweredControlHosts(new Set(), answering());
  expect(unanswered.map(({ host }) => host).toSorted()).toEqual(hosts);
  expect(await findUnansweredControlHosts(new Set(), answering("https://h1.example/"))).toEqual([]);
});
