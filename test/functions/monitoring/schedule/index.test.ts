import { randomInt } from "node:crypto";
import { SendMessageBatchCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { PUT_OFF_SHARD, SHARDS, SLOW_SHARD } from "../../../../functions/monitoring/dueTimes.ts";
import { enqueueDue } from "../../../../functions/monitoring/schedule/enqueueDue.ts";
import { scheduleHandler } from "../../../../functions/monitoring/schedule/tick.ts";
import { REPORT_SHARDS } from "../../../../functions/reports/mailTimes.ts";
import { Check, type CheckKind } from "../../../../shared/entities/check.ts";
import { DeliveryLane } from "../../../../shared/entities/deliveryLane.ts";
import { Erasure } from "../../../../shared/entities/erasure.ts";
import { MailAllowance } from "../../../../shared/entities/mailAllowance.ts";
import { Offboarding } from "../../../../shared/entities/offboarding.ts";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { dueKinds, ScheduleCursor } from "../../../../shared/entities/scheduleCursor.ts";
import { batchDelete } from "../../../../shared/table/batch.ts";
import { systemClock, timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { onlyIntervals } from "../../../support/onlyOwn.ts";

/** Long before the checks of all other tests are due. */
const LONG_AGO = new Date("2001-01-01T00:00:00Z");

afterEach(() => {
  vi.restoreAllMocks();
});

async function addCheck(kind: CheckKind, shard: number, reseller_uuid = newUuid()) {
  const site = { reseller_uuid, uuid: newUuid(), business_uuid: newUuid() };
  const due_at = timestamp(new Date(LONG_AGO.getTime() - 60_000));
  const check = { ...site, kind, shard, due_at, hostname: "example.com", results: [], memory: {} };
  await Check.put(check).go();
  onTestFinished(async () => void (await Check.delete(check).go()));
  return { reseller_uuid, uuid: site.uuid, due_at };
}

async function addLane(shard: number) {
  const due_at = timestamp(new Date(LONG_AGO.getTime() - 60_000));
  const due = { reseller_uuid: newUuid(), uuid: newUuid(), due_at };
  await DeliveryLane.create({ ...due, shard, failures: 0 }).go();
  onTestFinished(async () => void (await DeliveryLane.delete(due).go()));
  return due;
}

async function addHeldMails() {
  const due_at = timestamp(new Date(LONG_AGO.getTime() - 60_000));
  const reseller_uuid = newUuid();
  await MailAllowance.put({ reseller_uuid, due_at }).go();
  onTestFinished(async () => void (await MailAllowance.delete({ reseller_uuid }).go()));
  return { reseller_uuid, uuid: reseller_uuid, due_at };
}

async function addReport() {
  const report = { reseller_uuid: newUuid(), uuid: newUuid() };
  const due_at = timestamp(new Date(LONG_AGO.getTime() - 60_000));
  await ReportMails.put({ ...report, secret: "", shard: REPORT_SHARDS - 1, due_at }).go();
  onTestFinished(async () => void (await ReportMails.delete(report).go()));
  return { ...report, due_at };
}

async function addErasure() {
  const user = { reseller_uuid: newUuid(), uuid: newUuid() };
  const due_at = timestamp(new Date(LONG_AGO.getTime() - 60_000));
  await Erasure.put({ ...user, requested_at: due_at, due_at, passes: 0, found: {} }).go();
  onTestFinished(async () => void (await Erasure.delete(user).go()));
  return { ...user, due_at };
}

async function addOffboarding(seconds: number) {
  const uuid = newUuid();
  const key = { reseller_uuid: uuid, uuid };
  const due_at = timestamp(new Date(LONG_AGO.getTime() + seconds * 1000));
  const counts = { parts: 0, files: 0, records: 0, bytes: 0, passes: 0 };
  const times = { requested_at: due_at, erase_at: due_at, due_at };
  await Offboarding.put({ ...key, ...times, ...counts, state: "kept" }).go();
  onTestFinished(async () => void (await Offboarding.delete(key).go()));
  return { ...key, due_at };
}

/** Enqueues these checks, which have a shard of their own, and returns the groups of the messages. */
async function groupsOf(kind: CheckKind, resellers: string[]) {
  const shard = randomInt(1_000_000_000, 2_000_000_000);
  for (const reseller_uuid of resellers) await addCheck(kind, shard, reseller_uuid);
  const send = vi.spyOn(SQSClient.prototype, "send");
  await enqueueDue({ kind, shard, now: LONG_AGO });
  const commands = send.mock.calls.map(([command]) => command);
  send.mockRestore();
  return commands.flatMap((command) =>
    command instanceof SendMessageBatchCommand
      ? (command.input.Entries ?? []).map(({ MessageGroupId }) => MessageGroupId)
      : [],
  );
}

test("a tick enqueues what is due of every shard, each kind for its worker", async () => {
  // The cursors of a run before this one on the same table.
  const cursors = dueKinds.flatMap((kind) =>
    Array.from({ length: PUT_OFF_SHARD + 1 }, (_, shard) => ({ kind, shard })),
  );
  await batchDelete(ScheduleCursor, cursors);
  vi.useFakeTimers({ toFake: ["Date"], now: LONG_AGO });
  onTestFinished(() => void vi.useRealTimers());
  const uptime = [await addCheck("uptime", 0), await addCheck("uptime", SHARDS - 1)];
  const audits = [await addCheck("audit", 0), await addCheck("audit", SHARDS - 1)];
  const [slow, putOff] = [
    await addCheck("audit", SLOW_SHARD),
    await addCheck("audit", PUT_OFF_SHARD),
  ];
  const lanes = [await addLane(0), await addLane(SHARDS - 1)];
  const mails = await addHeldMails();
  const report = await addReport();
  const erasure = await addErasure();
  const [offboarding, later] = [await addOffboarding(-60), await addOffboarding(60)];
  onlyIntervals(randomInt(2000, 1_000_000));
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await scheduleHandler(systemClock)();
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  const line = { level: "info", time: LONG_AGO.toISOString(), message: "schedule" };
  const told = lines.filter(({ kind }) => kind !== "round");
  expect(told.toSorted((a, b) => (a.kind < b.kind ? 1 : -1))).toEqual([
    { ...line, kind: "uptime", enqueued: 2 },
    { ...line, kind: "report", enqueued: 1 },
    { ...line, kind: "offboarding", enqueued: 1 },
    { ...line, kind: "mail", enqueued: 1 },
    { ...line, kind: "lane", enqueued: 2 },
    { ...line, kind: "erasure", enqueued: 1 },
    { ...line, kind: "audit", enqueued: 4 },
  ]);
  for (const lane of lanes) {
    expect(messagesAbout("LANES_QUEUE_URL", lane.uuid)).toEqual([{ lanes: [lane] }]);
  }
  expect(messagesAbout("MAIL_QUEUE_URL", mails.uuid)).toEqual([{ held_mails: [mails] }]);
  expect(messagesAbout("MAIL_QUEUE_URL", report.uuid)).toEqual([{ reports: [report] }]);
  expect(messagesAbout("CLEANUP_QUEUE_URL", erasure.uuid)).toEqual([{ erasures: [erasure] }]);
  expect(messagesAbout("CLEANUP_QUEUE_URL", offboarding.uuid)).toEqual([
    { offboardings: [offboarding] },
  ]);
  expect(messagesAbout("CLEANUP_QUEUE_URL", later.uuid)).toEqual([]);
  for (const [queue, checks] of [
    ["UPTIME_QUEUE_URL", uptime],
    ["AUDIT_QUEUE_URL", audits],
  ] as const) {
    for (const check of checks) {
      expect(messagesAbout(queue, check.uuid)).toEqual([{ checks: [check] }]);
    }
  }
  // What takes long waits beside its own kind, and what was put off comes first there.
  const ofSlow = (uuid: string) => messagesAbout("SLOW_AUDIT_QUEUE_URL", uuid);
  expect(ofSlow(slow.uuid)).toEqual([{ checks: [slow] }]);
  expect(ofSlow(putOff.uuid)).toEqual([{ checks: [putOff], is_first: true }]);
  for (const { uuid } of [slow, putOff]) expect(messagesAbout("AUDIT_QUEUE_URL", uuid)).toEqual([]);
});

test("a message names 10 uptime checks, or one audit", async () => {
  const reseller = newUuid();
  expect(await groupsOf("uptime", Array(11).fill(reseller))).toHaveLength(2);
  expect(await groupsOf("audit", Array(3).fill(reseller))).toHaveLength(3);
});

test("a message names the checks of one reseller, on whose behalf it is sent", async () => {
  const [one, other] = [newUuid(), newUuid()];
  expect(await groupsOf("uptime", [one, one])).toEqual([one]);
  const mixed = await groupsOf("uptime", [one, other, one]);
  expect(mixed.toSorted()).toEqual([one, other].toSorted());
  expect((await groupsOf("audit", [one, other])).toSorted()).toEqual([one, other].toSorted());
});

test("all pages of the index are read", async () => {
  const end = interceptRequests((command, input) => {
    if (command === "Query") Object.assign(input, { Limit: 2 });
  });
  onTestFinished(end);
  expect(await groupsOf("audit", Array(5).fill(newUuid()))).toHaveLength(5);
});
