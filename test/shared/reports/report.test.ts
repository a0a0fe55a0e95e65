import { expect, test } from "vitest";
import { renderReport } from "../../../functions/open/report/renderReport.ts";
import { appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { readCustomerReport } from "../../../shared/reports/report.ts";
import { periodOfDays } from "../../../shared/views/period.ts";
import { makeEstate, makeFinding } from "../../support/factories.ts";

test("a report about a business tells a month of its websites, and the month before", async () => {
  const estate = await makeEstate();
  const { uuid: reseller_uuid } = estate.reseller;
  const uuid = estate.website;
  const owner = { reseller_uuid, uuid, expires_epoch: 4_000_000_000 };
  const figures = { looks: 288, failures: 0, observed: 86_400, times: { 48: 288 } };
  await UptimeDay.put([
    { ...owner, ...figures, day: "2026-09-30", down: 8640 },
    { ...owner, ...figures, day: "2026-10-05", down: 0 },
    { ...owner, ...figures, day: "2026-10-06", down: 864 },
  ]).go();
  const began_at = "2026-10-06T10:00:00+00:00";
  const ended = { ended_at: "2026-10-06T10:14:24+00:00", duration_seconds: 864 };
  await Downtime.put({ ...owner, began_at, cause: "timeout", ...ended }).go();
  await makeFinding(estate, { severity: "error", first_seen_at: "2026-10-02T03:00:00+00:00" });
  const period = periodOfDays({ from: "2026-10-01", to: "2026-10-31" }, "UTC");
  const now = Date.parse("2026-11-01T06:00:00Z");
  const customer = { reseller_uuid, business_uuid: estate.business };
  const read = await readCustomerReport(customer, { period, language: "en", now });
  expect(read).toMatchObject({
    ...{ left_out: 0, language: "en", now, period },
    before: { days: { from: "2026-09-01", to: "2026-09-30" } },
    websites: [
      {
        ...{ uuid, uptime_percentage: 99.5, findings: { opened: { error: 1 } } },
        before: { uuid, uptime_percentage: 90, downtimes: [] },
        days: [{ day: "2026-10-05" }, { day: "2026-10-06" }],
      },
    ],
  });
  const appearance = appearanceOf({ name: "Acme" });
  const { html } = renderReport({ ...read, name: "Bakery Ltd", appearance });
  expect(html).toContain("99.50% since 5 October");
  expect(html).toContain("better than before (90.00%)");
  expect(html).not.toContain(uuid);
  expect(html).not.toContain(reseller_uuid);
});
