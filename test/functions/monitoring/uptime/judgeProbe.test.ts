import { expect, onTestFinished, test } from "vitest";
import { enqueueLater } from "../../../../functions/monitoring/uptime/judgeProbe.ts";
import { timestamp } from "../../../../shared/time.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

interface Entry {
  MessageBody: string;
  MessageGroupId: string;
  DelaySeconds: number;
}

/** A number of checks of a reseller, due this many seconds after noon. */
function dueChecks(count: number, seconds: number, reseller_uuid = newUuid()) {
  const due_at = timestamp(new Date(NOON + seconds * 1000));
  return Array.from({ length: count }, () => ({ reseller_uuid, uuid: newUuid(), due_at }));
}

/** The messages that are sent at noon about these checks. */
async function messagesFor(...due: ReturnType<typeof dueChecks>) {
  const entries: Entry[] = [];
  onTestFinished(interceptMessages((_, { Entries }) => void entries.push(...(Entries as Entry[]))));
  await enqueueLater(due, NOON);
  return entries.map(({ MessageBody, MessageGroupId, DelaySeconds }) => ({
    checks: JSON.parse(MessageBody).checks,
    group: MessageGroupId,
    delay: DelaySeconds,
  }));
}

test.each([
  [0, []],
  [10, [10]],
  [25, [10, 10, 5]],
])("%s checks of a second are messages of %j", async (count, sizes) => {
  const due = dueChecks(count, 60);
  const messages = await messagesFor(...due);
  expect(messages.map(({ checks }) => checks.length).toSorted()).toEqual(sizes.toSorted());
  const named = messages.flatMap(({ checks }) => checks);
  expect(new Set(named)).toEqual(new Set(due));
});

test("a message names checks of one reseller and second, and comes a second after that", async () => {
  const [one] = dueChecks(1, 60);
  if (!one) throw new Error("There is no check");
  const { reseller_uuid: group } = one;
  const due = [one, ...dueChecks(1, 45, group), ...dueChecks(1, 60), ...dueChecks(1, -5)];
  const messages = await messagesFor(...due);
  const expected = due.map((check, index) => ({
    checks: [check],
    group: check.reseller_uuid,
    // What is overdue comes at once.
    delay: [61, 46, 61, 0][index],
  }));
  expect(new Set(messages)).toEqual(new Set(expected));
});

test("a part of a second counts as a whole one, so that no message comes early", async () => {
  const entries: Entry[] = [];
  onTestFinished(interceptMessages((_, { Entries }) => void entries.push(...(Entries as Entry[]))));
  await enqueueLater(dueChecks(1, 60), NOON + 1);
  expect(entries.map(({ DelaySeconds }) => DelaySeconds)).toEqual([61]);
});
