import { expect, test } from "vitest";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { changeReportMails, findReportMails } from "../../../../shared/reports/reportMails.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok, TIMESTAMP } from "../../../support/expected.ts";
import { makeReseller, makeUser } from "../../../support/factories.ts";

const FETCH = "GET /v1/users/{user_uuid}/report-mails";
const CHANGE = "PATCH /v1/users/{user_uuid}/report-mails";

test("a user's frequency and time zone are kept, and what is sent alone changes alone", async () => {
  const reseller = await makeReseller();
  const { key } = reseller;
  const uuid = await makeUser(reseller);
  const none = {
    ...{ user_uuid: uuid, frequency: "default", timezone: "UTC" },
    ...{ next_report_at: null, unsubscribed_at: null },
  };
  expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: none }));
  const change = async (body: object, shown: object) => {
    const data = { ...none, ...shown };
    const changed = ok({ message: "Report mails updated", success: true, data });
    expect(await call(CHANGE, { key, uuid, body })).toEqual(changed);
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data }));
  };
  await change({}, {});
  await change({ timezone: "Europe/Berlin" }, { timezone: "Europe/Berlin" });
  const weekly = { timezone: "Europe/Berlin", frequency: "weekly", next_report_at: TIMESTAMP };
  await change({ frequency: "weekly" }, weekly);
  await change({ frequency: "default" }, { timezone: "Europe/Berlin" });
});

test("keeps both of two changes at once, and makes each only once", async () => {
  const reseller = await makeReseller();
  const key = { reseller_uuid: reseller.uuid, uuid: await makeUser(reseller) };
  await changeReportMails(key, () => ({ frequency: "weekly" }));
  let calls = 0;
  const changed = await changeReportMails(key, async () => {
    calls += 1;
    // The due time stays as it was.
    if (calls === 1) await changeReportMails(key, () => ({ timezone: "Etc/UTC" }));
    return { unsubscribed_at: "2026-11-01T00:00:00+00:00" };
  });
  expect(calls).toBe(2);
  expect(changed).toMatchObject({ frequency: "weekly", timezone: "Etc/UTC" });
  expect(await findReportMails(key)).toEqual(changed);
});

test("refuses other frequencies and offsets", async () => {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const uuid = await makeUser(reseller);
  const body = { frequency: "daily", timezone: "+01:00" };
  expect(await call(CHANGE, { key, uuid, body })).toEqual(
    invalid({
      frequency: { options: "Frequency must be one of monthly, weekly, none, default" },
      timezone: { format: "Timezone must be a name of the IANA database such as Europe/Berlin" },
    }),
  );
  const { data } = await ReportMails.get({ reseller_uuid, uuid }).go({ consistent: true });
  expect(data).toBeNull();
});
