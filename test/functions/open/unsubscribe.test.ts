import { expect, test, vi } from "vitest";
import type { ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { unsubscribeToken } from "../../../shared/reports/unsubscribeToken.ts";
import { call } from "../../support/api.ts";
import { startSes } from "../../support/ses.ts";
import {
  deliverDue,
  REPORTS,
  readReports,
  setReports,
  tokenIn,
  type Welcomed,
  welcome,
} from "../workers/mailer/welcomed.ts";
import { open } from "./openUnsubscribe.ts";

const ses = await startSes();

const reportsFor = ({ email }: Welcomed) => ses.takenFor(email);

test("one click unsubscribes, and only the user or an operator takes that back", async () => {
  const welcomed = await welcome();
  const { key, user_uuid: uuid } = welcomed;
  await setReports(welcomed, { frequency: "weekly" });
  await deliverDue(welcomed);
  const token = tokenIn(reportsFor(welcomed)[0]);
  const page = await open("GET", token);
  expect(page).toMatchObject({
    status: 200,
    headers: {
      "cache-control": "no-store",
      "content-security-policy": expect.stringMatching(/^default-src 'none'; .*form-action 'self'/),
    },
  });
  expect(page.html).toContain("Unsubscribe");
  expect((await readReports(welcomed))?.unsubscribed_at).toBeUndefined();
  const done = await open("POST", token, "List-Unsubscribe=One-Click");
  expect(done).toMatchObject({ status: 200, html: expect.stringContaining("Subscribe again") });
  const unsubscribed = { next_report_at: null, unsubscribed_at: "2026-11-22T10:00:00+00:00" };
  expect((await call(`GET ${REPORTS}`, { key, uuid })).body.data).toMatchObject(unsubscribed);
  vi.setSystemTime(Date.parse("2026-11-22T11:00:00Z"));
  await open("POST", token);
  expect(await setReports(welcomed, { frequency: "monthly" })).toMatchObject(unsubscribed);
  expect((await open("POST", token, "subscribe=One-Click")).html).toContain("Unsubscribe");
  const subscribed = {
    next_report_at: expect.stringMatching(/^2026-12-01/),
    unsubscribed_at: null,
  };
  expect((await call(`GET ${REPORTS}`, { key, uuid })).body.data).toMatchObject(subscribed);
  for (const wrong of ["", "x", token.slice(1), `${token.slice(0, -2)}AA`, "A".repeat(64)]) {
    for (const method of ["GET", "POST"]) expect((await open(method, wrong)).status).toBe(404);
  }
  expect((await call(`GET ${REPORTS}`, { key, uuid })).body.data).toMatchObject(subscribed);
});

test("a deleted user who unsubscribes stays unsubscribed when restored, and reads a page", async () => {
  const welcomed = await welcome();
  const { key, user_uuid: uuid } = welcomed;
  await setReports(welcomed, { frequency: "weekly" });
  const token = unsubscribeToken((await readReports(welcomed)) as ReportMailsRecord);
  await call("DELETE /v1/users/{user_uuid}", { key, uuid });
  for (const method of ["GET", "POST"]) {
    expect(await open(method, token)).toMatchObject({
      status: 404,
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    });
  }
  expect((await readReports(welcomed))?.unsubscribed_at).toBe("2026-11-22T10:00:00+00:00");
});
