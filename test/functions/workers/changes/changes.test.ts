import { expect, onTestFinished, test } from "vitest";
import { handler } from "../../../../functions/workers/changes/index.ts";
import { Downtime } from "../../../../shared/entities/downtime.ts";
import { NEVER, timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import {
  bringChange,
  findAudit,
  makePlain,
  monitorWebsite,
  readMonitor,
  uptimeMessages,
} from "../../../support/monitoring.ts";
import { putAside } from "../../../support/stream.ts";

test("a website that is added is probed at once, and audited by the next tick", async () => {
  const before = Date.now() - 1000;
  const website = await monitorWebsite("https://example.com");
  expect(uptimeMessages(website.uuid)).toMatchObject([{ uuid: website.uuid }]);
  expect(await readMonitor(website)).toMatchObject({
    target: { mode: "separate", minutes: 5, hostname: "https://example.com" },
    uptime: { state: "new" },
  });
  const auditDue = Date.parse((await findAudit(website))?.due_at ?? "");
  expect(auditDue).toBeGreaterThanOrEqual(before);
  expect(auditDue).toBeLessThanOrEqual(Date.now());
});

test("a website that gets another host name is probed at once, and audited by the next tick", async () => {
  const website = await monitorWebsite("https://example.com");
  await makePlain(website);
  const { key } = website.reseller;
  const moved = { key, uuid: website.uuid, body: { hostname: "https://example.org" } };
  await call("PATCH /v1/websites/{website_uuid}", moved);
  await bringChange(website, "MODIFY", "https://example.org");
  const monitor = await readMonitor(website);
  expect(monitor).toMatchObject({
    target: { mode: "separate", hostname: "https://example.org" },
    uptime: { state: "new" },
  });
  expect(monitor.target.url).toBeUndefined();
  expect(uptimeMessages(website.uuid)).toHaveLength(2);
  const audit = await findAudit(website);
  expect(audit).toMatchObject({ hostname: "https://example.org" });
  expect(Date.parse(audit?.due_at ?? "")).toBeLessThanOrEqual(Date.now());
  // The change is seen again, before and after the probe.
  await bringChange(website, "MODIFY", "https://example.org");
  expect(uptimeMessages(website.uuid)).toHaveLength(3);
  await makePlain(website);
  await bringChange(website, "MODIFY", "https://example.org");
  expect(uptimeMessages(website.uuid)).toHaveLength(3);
});

test("a host name that was changed while it was down, and changed back, is not down, and its downtime has ended", async () => {
  const website = await monitorWebsite("https://example.com");
  const down_since = Math.floor(Date.now() / 1000) - 600;
  await makePlain(website, { state: "down", down_since, checked_at: down_since + 300 });
  const key = { reseller_uuid: website.reseller.uuid, uuid: website.uuid };
  const began_at = timestamp(new Date(down_since * 1000));
  await Downtime.put({ ...key, began_at, expires_epoch: 4_000_000_000 }).go();
  await bringChange(website, "MODIFY", "https://example.com");
  expect(await readMonitor(website)).toMatchObject({ uptime: { state: "new" } });
  const { data } = await Downtime.get({ ...key, began_at }).go();
  expect(data).toMatchObject({ duration_seconds: 300, unobserved_seconds: 0 });
});

test("what a worker writes while a website gets another host name does not stay", async () => {
  const website = await monitorWebsite("https://example.com");
  const { key, uuid: reseller_uuid } = website.reseller;
  const hostname = "https://example.org";
  await call("PATCH /v1/websites/{website_uuid}", { key, uuid: website.uuid, body: { hostname } });
  let isWritten = false;
  const end = interceptRequests(async (command, { Key }) => {
    if (isWritten || command !== "Update" || !JSON.stringify(Key).includes('"monitor"')) return;
    isWritten = true;
    await makePlain(website, { state: "suspect", since: 1, checked_at: 1 });
  });
  onTestFinished(end);
  expect(await bringChange(website, "MODIFY", hostname)).toEqual({ batchItemFailures: [] });
  expect(putAside(reseller_uuid)).toEqual([]);
  expect(await readMonitor(website)).toMatchObject({
    target: { hostname },
    uptime: { state: "new" },
  });
});

test("a deleted website is neither probed nor audited", async () => {
  const website = await monitorWebsite("https://example.com");
  const { key } = website.reseller;
  const remove = { key, uuid: website.uuid };
  await call("DELETE /v1/websites/{website_uuid}", remove);
  await bringChange(website, "REMOVE", "https://example.com");
  expect(await readMonitor(website)).toMatchObject({ target: { mode: "stopped" } });
  expect((await findAudit(website))?.due_at).toBe(NEVER);
  // A change that comes late changes nothing.
  await bringChange(website, "INSERT", "https://example.com");
  expect(await readMonitor(website)).toMatchObject({ target: { mode: "stopped" } });
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
