import { expect, test } from "vitest";
import { Effort } from "../../../../functions/audit/pages/readElements.ts";

test("300,000 tags are read, however little was sent", () => {
  const effort = new Effort();
  // A tag and three characters, which count for 0.06 of one.
  effort.spend("<a>".repeat(283_000));
  expect(effort.isUsedUp).toBe(false);
  effort.spend("<a>".repeat(1_000));
  expect(effort.isUsedUp).toBe(true);
});

test("more tags are read if more was sent", () => {
  const effort = new Effort();
  effort.spend("<a>".repeat(300_000));
  expect(effort.isUsedUp).toBe(true);
  effort.receive(100_000);
  expect(effort.isUsedUp).toBe(false);
});

test("text without tags is read as well", () => {
  const effort = new Effort();
  for (let times = 0; times < 15; times += 1) effort.spend("x".repeat(1_000_000));
  expect(effort.isUsedUp).toBe(false);
  expect(effort.spend("and one more ".repeat(100))).toMatch(/^and one more and/);
  expect(effort.isUsedUp).toBe(true);
});

test("honest pages without compression never use it up", () => {
  const effort = new Effort();
  const page = "<p>A word of ours.</p><a href=x>a</a>".repeat(20_000);
  for (let times = 0; times < 20; times += 1) {
    effort.receive(page.length);
    effort.spend(page);
  }
  expect(effort.isUsedUp).toBe(false);
});
