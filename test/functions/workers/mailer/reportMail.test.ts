import { expect, test, vi } from "vitest";
import { Mail } from "../../../../shared/entities/mail.ts";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { DAY_MS, timestamp } from "../../../../shared/platform/time.ts";
import { changeReportMails } from "../../../../shared/reports/reportMails.ts";
import { call } from "../../../support/api.ts";
import { ok } from "../../../support/expected.ts";
import { makeReseller } from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { startSes } from "../../../support/ses.ts";
import { open, PAGE } from "../../open/sharedPages/open.ts";
import { deliver, mailTo } from "./onboarded.ts";
import {
  deliverDue,
  REPORTS,
  readReports,
  secondsAt,
  setReports,
  tokenIn,
  type Welcomed,
  watch,
  welcome,
} from "./welcomed.ts";

const ses = await startSes();

const reportsFor = ({ email }: Welcomed) => ses.takenFor(email);

test("a user gets a report of each month on the next one's first day, once", async () => {
  const welcomed = await welcome();
  const { key, user_uuid: uuid, reseller_uuid } = welcomed;
  const none = {
    ...{ user_uuid: uuid, frequency: "default", timezone: "UTC" },
    ...{ next_report_at: null, unsubscribed_at: null },
  };
  expect(await call(`GET ${REPORTS}`, { key, uuid })).toEqual(ok({ data: none }));
  const body = { frequency: "monthly", timezone: "America/New_York" };
  const set = { ...none, ...body, next_report_at: expect.stringMatching(/^2026-12-0[12]T/) };
  const message = "Report mails updated";
  expect(await call(`PATCH ${REPORTS}`, { key, uuid, body })).toEqual(
    ok({ message, success: true, data: set }),
  );
  const due_at = (await readReports(welcomed))?.due_at ?? "";
  // From four in the morning in New York, five hours behind, within 16 hours.
  expect(due_at >= "2026-12-01T09:00:00+00:00" && due_at < "2026-12-02T01:00:00+00:00").toBe(true);
  expect(await deliverDue(welcomed)).toBe(true);
  const [mail, ...more] = reportsFor(welcomed);
  expect(more).toEqual([]);
  const token = tokenIn(mail);
  expect(mail).toEqual(
    mailTo(welcomed, {
      occasion: "report-2026-11-01_2026-11-30",
      subject: expect.stringMatching(/^Your website report: 1.+30 November 2026$/),
      text: new RegExp(
        `^engines.example.com had no downtime\\.\n\nUptime: 99% since 11 November\nDowntimes: 0\n.*unsubscribe/${token}\n$`,
        "s",
      ),
      html: /^<!doctype html>.*engines\.example\.com.*<\/html>\n$/s,
      headers: [
        { Name: "List-Unsubscribe", Value: expect.stringMatching(/^<https?:\/\/.+>$/) },
        { Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
      ],
    }),
  );
  expect(await readReports(welcomed)).toMatchObject({
    due_at: due_at.replace("-12-", "-01-").replace("2026", "2027"),
  });
  // The message comes again, before and after the report was sent, and after its worker died.
  const again = { reports: [{ reseller_uuid, uuid, due_at }] };
  expect(await deliver(again, secondsAt(due_at))).toBe(true);
  await ReportMails.patch({ reseller_uuid, uuid }).set({ due_at }).go();
  expect(await deliver(again, secondsAt(due_at))).toBe(true);
  expect(reportsFor(welcomed)).toHaveLength(1);
});

test("a report leads to a page about its days for 60 days, and the page that expired is removed", async () => {
  const welcomed = await welcome();
  const { key } = welcomed;
  await setReports(welcomed, { frequency: "weekly" });
  const sharesOf = async () => (await call("GET /v1/shares", { key })).body.data;
  const from = (week: number) =>
    timestamp(new Date(Date.parse("2026-11-16") + week * 7 * DAY_MS)).slice(0, 10);
  const { due_at: first_due_at = "" } = (await readReports(welcomed)) ?? {};
  for (const week of [0, 1, 2, 9, 10]) {
    const due_at = timestamp(new Date(Date.parse(first_due_at) + week * 7 * DAY_MS));
    const { reseller_uuid, user_uuid: uuid } = welcomed;
    await ReportMails.patch({ reseller_uuid, uuid }).set({ due_at }).go();
    await watch(welcomed, from(week));
    if (week === 0) ses.answer(welcomed.email, { status: 400, error: "MessageRejected" });
    if (week === 0) expect(await deliverDue(welcomed)).toBe(false);
    expect(await deliverDue(welcomed)).toBe(true);
    const shares = await sharesOf();
    const { slug, business_uuid } = shares.at(-1);
    expect(shares.at(-1)).toMatchObject({
      ...{ kind: "report", website_uuid: null, from: from(week), business_uuid },
      expires_at: timestamp(new Date(Date.parse(due_at) + 60 * DAY_MS)),
    });
    expect(reportsFor(welcomed).at(-1).Content.Simple.Body.Text.Data).toContain(`/s/${slug}\n`);
  }
  const shown = (await sharesOf()).map((each: { from: string }) => each.from);
  expect(shown).toEqual([2, 9, 10].map(from));
});

test("a user with several businesses gets one report about all of them, until the user is deleted", async () => {
  const welcomed = await welcome();
  const { key, user_uuid } = welcomed;
  const body = { name: "Second Business", industry: "Retail", products: [] };
  const query = { userUuid: user_uuid };
  const { data } = (await call("POST /v1/businesses", { key, query, body })).body;
  await call("POST /v1/websites", {
    key,
    query: { businessUuid: data.uuid },
    body: { hostname: "second.example" },
  });
  await setReports(welcomed, { frequency: "weekly" });
  expect(await deliverDue(welcomed)).toBe(true);
  const [share] = (await call("GET /v1/shares", { key })).body.data;
  expect(share).toMatchObject({
    ...{ kind: "report", about: "Ada Lovelace" },
    ...{ user_uuid, business_uuid: null, website_uuid: null },
  });
  const [mail, ...more] = reportsFor(welcomed);
  expect(more).toEqual([]);
  expect(mail.Content.Simple.Body.Text.Data).toContain(`/s/${share.slug}\n`);
  const page = await open(PAGE, share.slug);
  for (const name of ["Ada Lovelace", "engines.example.com", "second.example"])
    expect(page.body).toContain(name);
  await call("DELETE /v1/users/{user_uuid}", { key, uuid: user_uuid });
  vi.advanceTimersByTime(10_000);
  expect((await open(PAGE, share.slug)).statusCode).toBe(404);
});

test("a week's report goes out on Monday in the user's language", async () => {
  const welcomed = await welcome(undefined, { language_preference: "de-DE" });
  expect(await setReports(welcomed, { frequency: "weekly" })).toMatchObject({
    next_report_at: expect.stringMatching(/^2026-11-23T/),
  });
  expect(await deliverDue(welcomed)).toBe(true);
  const [mail] = reportsFor(welcomed);
  expect(mail.Content.Simple.Subject.Data).toMatch(
    /^Ihr Website-Bericht: 16\..+22\. November 2026$/,
  );
  expect(await readReports(welcomed)).toMatchObject({
    due_at: expect.stringMatching(/^2026-11-30T/),
  });
  const { body } = await call("GET /v1/account/businesses", { key: welcomed.key });
  const { last_report_at: at } = body.data[0];
  expect(at).toMatch(/^2026-11-23T/);
  const ofAccount = await call("GET /v1/account/report-mails", { key: welcomed.key });
  expect(ofAccount.body.data).toEqual({ frequency: "none", last_sent: { at, count: 1 } });
});

test("who was suspended, never welcomed, or has nothing that was watched gets no report", async () => {
  const [suspended, strange] = [await welcome(), await welcome()];
  const [unchecked, gone] = [await welcome(), await welcome()];
  const all = [suspended, strange, unchecked, gone];
  for (const each of all) {
    await setReports(each, { frequency: "weekly" });
  }
  const { key, user_uuid: uuid } = suspended;
  await call("PATCH /v1/users/{user_uuid}", { key, uuid, body: { suspended: true } });
  const mail = { about: "user", occasion: "onboarding", uuid: strange.user_uuid } as const;
  const { reseller_uuid } = strange;
  await Mail.patch({ ...mail, reseller_uuid })
    .set({ status: "off" })
    .go();
  const { body } = await call("GET /v1/account/websites", { key: unchecked.key });
  await UptimeDay.delete({
    ...{ reseller_uuid: unchecked.reseller_uuid, uuid: body.data[0].uuid, day: "2026-11-18" },
  }).go();
  await call("DELETE /v1/users/{user_uuid}", { key: gone.key, uuid: gone.user_uuid });
  // A deleted user's settings stay as long as the user can be restored.
  for (const each of all) {
    expect(await deliverDue(each)).toBe(true);
    expect(await readReports(each)).toMatchObject({ due_at: expect.stringMatching(/^2026-11-30/) });
    expect(reportsFor(each)).toEqual([]);
  }
  await Reseller.delete({ uuid: gone.reseller_uuid }).go();
  expect(await deliverDue(gone)).toBe(true);
  expect(await readReports(gone)).toBeNull();
});

test("the first mail of a user who was onboarded without one is a report, within the limit of the day", async () => {
  const reseller = await makeReseller();
  await Reseller.patch({ uuid: reseller.uuid }).set({ mails_per_day: 1 }).go();
  const quiet = { send_onboarding_email: false };
  const [first, second] = [await welcome(reseller, quiet), await welcome(reseller, quiet)];
  for (const each of [first, second]) {
    const { reseller_uuid, user_uuid: uuid } = each;
    await Mail.delete({ reseller_uuid, about: "user", uuid, occasion: "onboarding" }).go();
    expect(await deliver(each.message)).toBe(true);
    expect(ses.takenFor(each.email)).toEqual([]);
    await setReports(each, { frequency: "weekly" });
    expect(await deliverDue(each)).toBe(true);
  }
  expect(reportsFor(first)).toHaveLength(1);
  expect(reportsFor(second)).toEqual([]);
  expect(await deliverDue(first)).toBe(true);
  expect(reportsFor(first)).toHaveLength(2);
});

test("reports don't count against the limit of a day, but a limit of 0 stops them", async () => {
  const welcomed = await welcome();
  const { reseller_uuid: uuid } = welcomed;
  await setReports(welcomed, { frequency: "weekly" });
  const limit = (mails_per_day: number) => Reseller.patch({ uuid }).set({ mails_per_day }).go();
  await limit(1);
  expect(await deliverDue(welcomed)).toBe(true);
  expect(reportsFor(welcomed)).toHaveLength(1);
  await limit(0);
  expect(await deliverDue(welcomed)).toBe(true);
  expect(reportsFor(welcomed)).toHaveLength(1);
});

test("a report that SES refuses is tried again for three days, then left out", async () => {
  const welcomed = await welcome();
  const { email, reseller_uuid, user_uuid: uuid } = welcomed;
  await setReports(welcomed, { frequency: "weekly" });
  const due_at = (await readReports(welcomed))?.due_at;
  ses.answer(email, { status: 400, error: "MessageRejected" });
  expect(await deliverDue(welcomed)).toBe(false);
  expect(await readReports(welcomed)).toMatchObject({ due_at });
  expect(await deliverDue(welcomed, 4 * 86_400)).toBe(true);
  expect(reportsFor(welcomed)).toEqual([]);
  const occasion = "report-2026-11-16_2026-11-22";
  const { data } = await Mail.get({ reseller_uuid, about: "user", uuid, occasion }).go();
  expect(data).toMatchObject({ status: "refused" });
  expect(await readReports(welcomed)).toMatchObject({
    due_at: expect.stringMatching(/^2026-11-30/),
  });
});

test("a choice that is made while another is written, or while a report is sent, is kept", async () => {
  const welcomed = await welcome();
  const { reseller_uuid, user_uuid: uuid } = welcomed;
  // The first of these choices makes the record.
  for (const [timezone, frequency] of [
    ["Europe/Berlin", "monthly"],
    ["Asia/Tokyo", "weekly"],
  ] as const) {
    let isLate = false;
    await changeReportMails({ reseller_uuid, uuid }, async () => {
      if (!isLate) await setReports(welcomed, { timezone });
      isLate = true;
      return { frequency };
    });
    expect(await readReports(welcomed)).toMatchObject({ timezone, frequency });
  }
  let chosen: unknown;
  const end = interceptRequests(async (command) => {
    if (/Get|Query/.test(command)) return;
    end();
    chosen = (await setReports(welcomed, { frequency: "monthly" })).next_report_at;
  });
  expect(await deliverDue(welcomed)).toBe(true);
  expect(reportsFor(welcomed)).toHaveLength(1);
  expect((await readReports(welcomed))?.due_at).toBe(chosen);
});
