import { expect, onTestFinished, test, vi } from "vitest";
import { tablePace } from "../../../../functions/audit/services/nominatim.ts";
import { PaceSlot } from "../../../../shared/entities/paceSlot.ts";
import { newUuid } from "../../../../shared/uuid.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";

const APART_MS = 40;

test("slots of all audits come in order, apart from each other", async () => {
  const name = `pace-${newUuid()}`;
  const start = Date.now();
  const slots: number[] = [];
  const takers = Array.from({ length: 6 }, async () => {
    await tablePace(name, APART_MS)();
    slots.push(Date.now());
  });
  await Promise.all(takers);
  for (const [index, slot] of slots.entries()) {
    // A timer may fire a millisecond early.
    expect(slot).toBeGreaterThanOrEqual(start + index * APART_MS - 2);
  }
});

test("a slot that is free is taken at once", async () => {
  const name = `pace-${newUuid()}`;
  const pace = tablePace(name, 3_600_000);
  await pace();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
  await pace();
});

test("no audit waits longer than a minute", async () => {
  const name = `pace-${newUuid()}`;
  const pace = tablePace(name, 61_000);
  await pace();
  const { data: before } = await PaceSlot.get({ name }).go({ consistent: true });
  await expect(pace()).rejects.toThrow(`Too many wait for ${name}`);
  expect((await PaceSlot.get({ name }).go({ consistent: true })).data).toEqual(before);
});

test("a slot that another audit takes in between is not taken twice", async () => {
  const name = `pace-${newUuid()}`;
  const pace = tablePace(name, 0);
  await pace();
  let taken = false;
  const end = interceptRequests(async (command) => {
    if (taken || command !== "Update") return;
    taken = true;
    await PaceSlot.patch({ name })
      .set({ taken_at: Date.now() + 120_000 })
      .go();
  });
  onTestFinished(end);
  await expect(pace()).rejects.toThrow(`Too many wait for ${name}`);
});
