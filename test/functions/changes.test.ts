import { expect, onTestFinished, test } from "vitest";
import { handler } from "../../functions/changes/index.ts";
import { Check } from "../../shared/entities/check.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "../support/api.ts";
import { leaveOut } from "../support/clientFaults.ts";
import { interceptRequests } from "../support/interceptRequests.ts";
import { messagesAbout } from "../support/messages.ts";
import { bringChange, findCheck, monitorWebsite, uptimeMessages } from "../support/monitoring.ts";
import { putAside } from "../support/stream.ts";

test("a website that is added is checked at once, and audited by the next tick", async () => {
  const before = Date.now() - 1000;
  const website = await monitorWebsite("https://example.com");
  const uptime = await findCheck(website, "uptime");
  const audit = await findCheck(website, "audit");
  expect(uptimeMessages(website.uuid)).toEqual([
    {
      checks: [
        { reseller_uuid: website.reseller.uuid, uuid: website.uuid, due_at: uptime?.due_at },
      ],
    },
  ]);
  const auditDue = Date.parse(audit?.due_at ?? "");
  expect(auditDue).toBeGreaterThanOrEqual(before);
  expect(auditDue).toBeLessThanOrEqual(Date.now());
});

test("a change that comes twice is followed once", async () => {
  const website = await monitorWebsite("https://example.com");
  const checks = [await findCheck(website, "uptime"), await findCheck(website, "audit")];
  await bringChange(website, "INSERT", "https://example.com");
  expect([await findCheck(website, "uptime"), await findCheck(website, "audit")]).toEqual(checks);
  expect(uptimeMessages(website.uuid)).toHaveLength(1);
});

test("a website that gets another host name is checked at once, and audited by the next tick", async () => {
  const website = await monitorWebsite("https://example.com");
  const { key, uuid: reseller_uuid } = website.reseller;
  const moved = { key, uuid: website.uuid, body: { hostname: "https://example.org" } };
  await call("PATCH /v1/websites/{website_uuid}", moved);
  await bringChange(website, "MODIFY", "https://example.org");
  const uptime = await findCheck(website, "uptime");
  expect(uptime).toMatchObject({
    hostname: "https://example.org",
    memory: { state: "up", downtimes: [] },
  });
  const checks = [{ reseller_uuid, uuid: website.uuid, due_at: uptime?.due_at }];
  expect(uptimeMessages(website.uuid)).toHaveLength(2);
  expect(uptimeMessages(website.uuid)[1]).toEqual({ checks });
  const audit = await findCheck(website, "audit");
  expect(audit).toMatchObject({ hostname: "https://example.org" });
  expect(Date.parse(audit?.due_at ?? "")).toBeLessThanOrEqual(Date.now());
  // The change is seen again.
  await bringChange(website, "MODIFY", "https://example.org");
  expect(uptimeMessages(website.uuid)).toHaveLength(2);
});

test.each([
  ["gets another host name", "https://example.org"],
  ["is added", "https://example.com"],
])("what a worker writes while a website %s is kept", async (_, hostname) => {
  const website = await monitorWebsite("https://example.com");
  const { key, uuid: reseller_uuid } = website.reseller;
  await call("PATCH /v1/websites/{website_uuid}", { key, uuid: website.uuid, body: { hostname } });
  const known = await findCheck(website, "uptime");
  const isNew = hostname === known?.hostname;
  const uptime = { reseller_uuid, uuid: website.uuid, kind: "uptime" as const };
  if (isNew) await Check.delete(uptime).go();
  const folded = "2026-11-22";
  let writes = 0;
  const end = interceptRequests(async (command, { Item }) => {
    const { uuid, kind } = (Item ?? {}) as { uuid?: string; kind?: string };
    if (command !== "Put" || uuid !== website.uuid || kind !== "uptime") return;
    writes += 1;
    if (writes > 1 || !known) return;
    const due_at = timestamp(new Date(Date.now() + 3_600_000));
    await Check.put({ ...known, due_at, folded }).go();
  });
  onTestFinished(end);
  const { batchItemFailures } = await bringChange(website, "MODIFY", hostname);
  expect(batchItemFailures).toEqual([]);
  expect(await findCheck(website, "uptime")).toMatchObject({ hostname, folded });
});

test("a host name that was changed and changed back forgets that the website was down", async () => {
  const website = await monitorWebsite("https://example.com");
  const check = {
    reseller_uuid: website.reseller.uuid,
    uuid: website.uuid,
    kind: "uptime" as const,
  };
  await Check.patch(check)
    .set({ memory: { state: "down", downtimes: [] } })
    .go();
  await bringChange(website, "MODIFY", "https://example.com");
  expect(await findCheck(website, "uptime")).toMatchObject({ memory: { state: "up" } });
});

test("a change that is late, of a host name that has changed again, is left alone", async () => {
  const website = await monitorWebsite("https://example.com");
  await bringChange(website, "MODIFY", "https://example.net");
  expect(await findCheck(website, "uptime")).toMatchObject({ hostname: "https://example.com" });
});

test("a deleted website has no checks", async () => {
  const website = await monitorWebsite("https://example.com");
  const { key } = website.reseller;
  await call("DELETE /v1/websites/{website_uuid}", { key, uuid: website.uuid });
  await bringChange(website, "REMOVE", "https://example.com");
  expect([await findCheck(website, "uptime"), await findCheck(website, "audit")]).toEqual([
    null,
    null,
  ]);
  await bringChange(website, "INSERT", "https://example.com");
  expect(await findCheck(website, "uptime")).toBeNull();
});

test("a check that DynamoDB leaves undeleted at first is deleted at the next try", async () => {
  const website = await monitorWebsite("https://example.com");
  const { reseller, uuid } = website;
  await call("DELETE /v1/websites/{website_uuid}", { key: reseller.key, uuid });
  const requests = leaveOut(2);
  const result = await bringChange(website, "REMOVE", "https://example.com");
  expect(result).toEqual({ batchItemFailures: [] });
  // Three that keep the checks, two of which left them, and then the deletion and the entry in the audit log; the
  // rest are reads.
  expect(requests()).toBe(16);
  expect(await findCheck(website, "audit")).toBeNull();
});

test("the deletion of a website is put aside when DynamoDB keeps leaving what is in batches", async () => {
  const website = await monitorWebsite("https://example.com");
  const { reseller, uuid } = website;
  await call("DELETE /v1/websites/{website_uuid}", { key: reseller.key, uuid });
  const requests = leaveOut(100);
  const result = await bringChange(website, "REMOVE", "https://example.com");
  expect(result).toEqual({ batchItemFailures: [] });
  expect(requests()).toBe(17);
  expect(putAside(reseller.uuid)).toMatchObject([
    { record: { eventName: "REMOVE" }, parts: ["checks"] },
  ]);
});

test("a competitor that is added, or gets another host name, is read", async () => {
  const uuid = newUuid();
  const image = (hostname: string) => ({
    __edb_e__: { S: "competitor" },
    reseller_uuid: { S: "reseller" },
    uuid: { S: uuid },
    hostname: { S: hostname },
  });
  const Records = [
    { eventName: "INSERT" as const, dynamodb: { NewImage: image("a.com") } },
    {
      eventName: "MODIFY" as const,
      dynamodb: { OldImage: image("a.com"), NewImage: image("a.com") },
    },
    {
      eventName: "MODIFY" as const,
      dynamodb: { OldImage: image("a.com"), NewImage: image("b.com") },
    },
  ];
  expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
  const message = { reseller_uuid: "reseller", competitor_uuid: uuid };
  expect(messagesAbout("COMPETITOR_QUEUE_URL", uuid)).toEqual([message, message]);
});
