import { describe, expect, test } from "vitest";
import type { WebhookHealthRecord } from "../../../shared/entities/webhookHealth.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import * as health from "../../../shared/webhooks/health.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const now = new Date(NOON);
const at = (seconds: number) => timestamp(new Date(NOON + seconds * 1000));
const DAY = 24 * 3600;

const webhook = { reseller_uuid: newUuid(), uuid: newUuid() };
const base = { ...webhook, shard: Number.parseInt(webhook.uuid.slice(-4), 16) % 8, version: "" };

type State = Partial<Omit<WebhookHealthRecord, keyof typeof base>>;

const of = (state: State | undefined) =>
  state && ({ due_at: at(0), ...base, ...state } as WebhookHealthRecord);

test.each<[string, State | undefined, health.HealthRule, State | undefined]>([
  [
    "a delivery that waits makes it due",
    undefined,
    health.dueBy(webhook, at(7)),
    { due_at: at(7) },
  ],
  ["the earlier time counts", { due_at: at(9) }, health.dueBy(webhook, at(7)), { due_at: at(7) }],
  ["an earlier time stays", { due_at: at(5) }, health.dueBy(webhook, at(7)), { due_at: at(5) }],
  [
    "nothing is due before the breaker allows",
    { due_at: at(900), open_until: at(60) },
    health.dueBy(webhook, at(7)),
    { due_at: at(60), open_until: at(60) },
  ],
  [
    "a first failure opens the breaker for 5 seconds",
    undefined,
    health.failed(webhook, now),
    { due_at: at(5), open_until: at(5), gap_seconds: 5, failing_since: at(0) },
  ],
  [
    "another one doubles the time, to 5 minutes at most",
    { gap_seconds: 160, failing_since: at(-99), open_until: at(-1) },
    health.failed(webhook, now),
    { due_at: at(300), open_until: at(300), gap_seconds: 300, failing_since: at(-99) },
  ],
  [
    "failures of several workers at once count once",
    { due_at: at(5), open_until: at(5), gap_seconds: 5, failing_since: at(0) },
    health.failedToo(webhook, now),
    { due_at: at(5), open_until: at(5), gap_seconds: 5, failing_since: at(0) },
  ],
  [
    "a success closes the breaker, and what waits is due",
    { due_at: at(60), open_until: at(60), gap_seconds: 80, failing_since: at(-99) },
    health.succeeded(now),
    { due_at: at(0) },
  ],
  [
    "a success changes nothing while the breaker is closed",
    { due_at: at(900) },
    health.succeeded(now),
    { due_at: at(900) },
  ],
  ["a success of a healthy endpoint changes nothing", undefined, health.succeeded(now), undefined],
  [
    "a pause holds until then, but is no failure",
    { due_at: at(5) },
    health.pausedUntil(webhook, new Date(NOON + 59_001)),
    { due_at: at(60), open_until: at(60) },
  ],
  [
    "the longer pause counts",
    { due_at: at(99), open_until: at(99) },
    health.pausedUntil(webhook, new Date(NOON + 60_000)),
    { due_at: at(99), open_until: at(99) },
  ],
  [
    "a retrier at work keeps its claim after a success or an enabling",
    { due_at: at(60), open_until: at(60), claimed_until: at(60), failing_since: at(-99) },
    health.succeeded(now),
    { due_at: at(60), open_until: at(60), claimed_until: at(60) },
  ],
  [
    "a claim that is over holds nothing",
    { due_at: at(0), open_until: at(0), claimed_until: at(0), failing_since: at(-99) },
    health.forgiven(webhook, now),
    { due_at: at(0) },
  ],
  [
    "an enabled or replayed one is asked at once",
    { due_at: at(60), open_until: at(60), gap_seconds: 80, failing_since: at(-99) },
    health.forgiven(webhook, now),
    { due_at: at(0) },
  ],
])("%s", (_, before, rule, after) => {
  expect(rule(of(before))).toEqual(of(after));
});

describe("a retrier", () => {
  const failing = { due_at: at(-1), open_until: at(-1), gap_seconds: 10, failing_since: at(-60) };
  const mine = { ...failing, due_at: at(90), open_until: at(90), claimed_until: at(90) };
  const nothing = { until: undefined, hold: undefined, isUnfinished: false, soonest: undefined };

  test("claims a health for 90 seconds", () => {
    expect(health.claimed(now)(of(failing))).toEqual(of(mine));
  });

  test.each<[string, Partial<health.Released>, State | undefined, State | undefined]>([
    [
      "doubles the time after a failure",
      { result: "failure", soonest: at(-9) },
      mine,
      { ...failing, due_at: at(20), open_until: at(20), gap_seconds: 20 },
    ],
    [
      "closes the breaker after a success",
      { result: "success", soonest: at(900) },
      mine,
      { due_at: at(900) },
    ],
    [
      "waits as long as the endpoint asks for",
      { result: "failure", until: new Date(NOON + 99_000) },
      mine,
      { ...failing, due_at: at(99), open_until: at(99), gap_seconds: 20 },
    ],
    [
      "goes on if its time was up",
      { result: "success", isUnfinished: true, soonest: at(-9) },
      mine,
      { due_at: at(0) },
    ],
    [
      "waits for the reseller's limit",
      { result: "none", hold: { until: new Date(NOON + 30_000), waits_for: "limit" } },
      mine,
      { ...failing, due_at: at(30), waits_for: "limit" },
    ],
    [
      "looks again in a minute if nothing is left",
      { result: "success" },
      mine,
      { due_at: at(60), idle_since: at(0) },
    ],
    [
      "looks again soon if somebody has added a delivery",
      { result: "success" },
      { ...mine, version: "touched" } as State,
      { due_at: at(5), version: "touched" } as State,
    ],
    [
      "leaves one that was reset meanwhile",
      { result: "failure" },
      { due_at: at(0) },
      { due_at: at(0) },
    ],
    [
      "leaves a pause that the endpoint asked another worker for",
      { result: "success" },
      { ...mine, due_at: at(3600), open_until: at(3600) },
      { ...failing, due_at: at(3600), open_until: at(3600) },
    ],
    ["leaves one that is gone", { result: "failure" }, undefined, undefined],
  ])("%s", (_, work, before, after) => {
    const released = { ...nothing, result: "none", ...work } as const;
    const rule = health.released(
      {
        mine: of(mine) as WebhookHealthRecord,
        before: of(failing) as WebhookHealthRecord,
        ...released,
      },
      now,
    );
    expect(rule(of(before))).toEqual(of(after));
  });

  test.each<[string, State, string | undefined, State | undefined]>([
    ["rests until the next attempt", { due_at: at(0) }, at(900), { due_at: at(900) }],
    ["rests for a minute", { due_at: at(0) }, undefined, { due_at: at(60), idle_since: at(0) }],
    ["goes when a minute is over", { idle_since: at(-60) }, undefined, undefined],
    [
      "stays while the endpoint fails, until it is given up",
      { ...failing, idle_since: at(-60) },
      undefined,
      { ...failing, idle_since: at(-60), due_at: at(5 * DAY - 60) },
    ],
    ["looks again soon if the index is behind", { due_at: at(0) }, at(-1), { due_at: at(5) }],
  ])("a health of which nothing is due %s", (_, before, soonest, after) => {
    const seen = of(before) as WebhookHealthRecord;
    expect(health.rested(seen, soonest, now)(seen)).toEqual(of(after));
    const touched = { ...seen, version: "touched" };
    expect(health.rested(seen, soonest, now)(touched)).toBe(touched);
  });
});

test.each([
  [undefined, false],
  [at(-5 * DAY + 1), false],
  [at(-5 * DAY), true],
])("a webhook that fails since %s is given up: %s", (failing_since, expected) => {
  expect(health.isGivenUp(of(failing_since ? { failing_since } : {}), now)).toBe(expected);
});
