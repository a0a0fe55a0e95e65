import { expect, test } from "vitest";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok } from "../../../support/expected.ts";
import { makeReseller } from "../../../support/factories.ts";
import { startSes } from "../../../support/ses.ts";
import { run } from "../../operators/run.ts";
import { deliver, onboard } from "../../workers/mailer/onboarded.ts";
import {
  deliverDue,
  readReports,
  setReports,
  type Welcomed,
  welcome,
} from "../../workers/mailer/welcomed.ts";

const ses = await startSes();

const FETCH = "GET /v1/account/report-mails";
const CHANGE = "PATCH /v1/account/report-mails";

const reportsFor = ({ email }: Welcomed) => ses.takenFor(email);

test("an account's frequency holds for the users that are there and those that come", async () => {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const [first, second] = [await welcome(reseller), await welcome(reseller)];
  await setReports(second, { frequency: "none" });
  expect(await call(FETCH, { key })).toEqual(ok({ data: { frequency: "none", last_sent: null } }));
  expect(await call(CHANGE, { key, body: { frequency: "never" } })).toEqual(
    invalid({ frequency: { options: "Frequency must be one of monthly, weekly, none" } }),
  );
  const data = { frequency: "monthly" };
  expect(await call(CHANGE, { key, body: data })).toEqual(
    ok({ message: "Report mails updated", success: true, data: { ...data, last_sent: null } }),
  );
  const all = async () => {
    const key = { reseller_uuid, uuid: reseller_uuid };
    return (await ReportMails.get(key).go({ consistent: true })).data;
  };
  const due = { reseller_uuid, uuid: reseller_uuid, due_at: (await all())?.due_at };
  expect(await deliver({ reports: [due] })).toBe(true);
  const never = "9999-12-31T00:00:00+00:00";
  expect(await all()).toMatchObject({ due_at: never });
  expect(await readReports(first)).toMatchObject({ due_at: expect.stringMatching(/^2026-12-01/) });
  expect(await readReports(second)).toMatchObject({ due_at: never });
  const third = await welcome(reseller);
  expect(await deliver(third.message)).toBe(true);
  expect(await readReports(third)).toMatchObject({ due_at: expect.stringMatching(/^2026-12-01/) });
  // The mailer is told of a restored user, who may be suspended, as of a new one.
  const fourth = await onboard(reseller);
  const user = { key, uuid: fourth.user_uuid };
  await call("PATCH /v1/users/{user_uuid}", { ...user, body: { suspended: true } });
  expect(await deliver(fourth.message)).toBe(true);
  expect(await readReports(fourth)).toMatchObject({ due_at: expect.stringMatching(/^2026-12-01/) });
  const cleared = await run("reseller set", { uuid: reseller_uuid, report_mails: "" });
  expect(cleared).toMatchObject({ report_mails: null });
  // Due before the change has reached the user.
  await deliverDue(third);
  expect(reportsFor(third)).toEqual([]);
  const again = { ...due, due_at: (await all())?.due_at };
  expect(await deliver({ reports: [again] })).toBe(true);
  for (const each of [first, second, third]) {
    expect(await readReports(each)).toMatchObject({ due_at: never });
  }
});
