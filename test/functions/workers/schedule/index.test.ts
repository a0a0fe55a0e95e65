import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { scheduleHandler } from "../../../../functions/workers/schedule/tick.ts";
import { Alerts, alertsDueAt } from "../../../../shared/entities/alerts.ts";
import { Check } from "../../../../shared/entities/check.ts";
import { Maintenance } from "../../../../shared/entities/maintenance.ts";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { DUE_SHARDS, dueKinds } from "../../../../shared/entities/scheduleCursor.ts";
import { Webhook, withHealth } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { putInterval } from "../../../support/buckets.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { ownSchedule } from "../../../support/ownSchedule.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => timestamp(new Date(NOON + seconds * 1000));
const due_at = at(-60);

beforeEach(() => ownSchedule());

afterEach(() => {
  vi.restoreAllMocks();
});

async function addAudit(shard: number, { reseller_uuid = newUuid(), seconds = -60 } = {}) {
  const due = { reseller_uuid, uuid: newUuid(), due_at: at(seconds) };
  const existing = { business_uuid: newUuid(), hostname: "example.com", results: [], memory: {} };
  await Check.put({ ...due, ...existing, kind: "audit", shard }).go();
  return due;
}

async function addWebhook(shard: number) {
  const due = { reseller_uuid: newUuid(), uuid: `${newUuid().slice(0, -1)}${shard}`, due_at };
  const state = {
    created_at: due_at,
    updated_at: due_at,
    endpoint: "https://a.example/",
    events: [],
  };
  const health = withHealth(due.uuid, { due_at });
  await Webhook.put({ ...due, ...state, ...health }).go();
  return due;
}

async function addWindow() {
  const window = { reseller_uuid: newUuid(), uuid: newUuid(), due_at };
  await Maintenance.put({ ...window, revision: 1, windows: [] }).go();
  return window;
}

async function addReport() {
  const report = { reseller_uuid: newUuid(), uuid: newUuid(), due_at };
  await ReportMails.put({ ...report, secret: "", shard: DUE_SHARDS - 1 }).go();
  return report;
}

/** Runs a tick at noon. Returns its log lines, sorted by kind, and its error. */
async function tick() {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const clock = { now: () => NOON, sleep: async () => {} };
  const error = await scheduleHandler(clock)().catch((error) => error);
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  write.mockRestore();
  const entries = lines.map(({ time: _, ...line }) => line);
  return { lines: entries.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)), error };
}

test("a tick enqueues every shard, each kind for its worker", async () => {
  await putInterval(1, [0, 0, 0, 0, 0]);
  const audits = [await addAudit(0), await addAudit(DUE_SHARDS - 1)];
  for (const seconds of [-3600, -5]) audits.push(await addAudit(0, { seconds }));
  const webhooks = [await addWebhook(0), await addWebhook(DUE_SHARDS - 1)];
  const [report, window] = [await addReport(), await addWindow()];
  const alert = { reseller_uuid: newUuid(), due_at };
  await Alerts.put({
    ...{ reseller_uuid: alert.reseller_uuid, ...alertsDueAt(alert.reseller_uuid, alert.due_at) },
    ...{ revision: 1, addresses: [], delay_minutes: 5 },
  }).go();
  // These belong to a later tick.
  const later = await addAudit(0, { seconds: -4 });

  const kinds = [...dueKinds, "night" as const, "round" as const].toSorted();
  const line = { level: "info", message: "schedule" };
  const due: { [kind: string]: number } = { audit: 4, round: 16, webhook: 2 };
  const lines = kinds.map((kind) => ({ ...line, kind, enqueued: due[kind] ?? 1 }));
  expect(await tick()).toEqual({ lines, error: undefined });
  // The night of a day comes once.
  const again = lines.map((each) => ({ ...each, enqueued: 0 }));
  expect(await tick()).toEqual({ lines: again, error: undefined });
  for (const webhook of webhooks) {
    expect(messagesAbout("RETRIES_QUEUE_URL", webhook.uuid)).toEqual([{ webhooks: [webhook] }]);
  }
  expect(messagesAbout("MAIL_QUEUE_URL", report.uuid)).toEqual([{ reports: [report] }]);
  const { reseller_uuid: uuid } = alert;
  expect(messagesAbout("MAIL_QUEUE_URL", uuid)).toEqual([{ alerts: [{ ...alert, uuid }] }]);
  expect(messagesAbout("SUBSCRIPTIONS_QUEUE_URL", window.uuid)).toEqual([
    { maintenance: [window] },
  ]);
  expect(messagesAbout("AUDIT_QUEUE_URL", later.uuid)).toEqual([]);
  for (const audit of audits) {
    expect(messagesAbout("AUDIT_QUEUE_URL", audit.uuid)).toEqual([{ checks: [audit] }]);
  }
});
