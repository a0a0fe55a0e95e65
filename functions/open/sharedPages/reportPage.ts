import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { ReportMails } from "../../../shared/entities/reportMails.ts";
import { shownHost } from "../../../shared/fields/siteUrl.ts";
import { readCustomerReport, readReported } from "../../../shared/reports/report.ts";
import { periodUntilNow } from "../../../shared/views/period.ts";
import { withoutQuery } from "../report/findingsPart.ts";
import type { Content } from "../report/page.ts";
import { renderReport } from "../report/renderReport.ts";
import type { Shared } from "./shared.ts";

/** The page of a report share. */
export async function reportPage({
  share,
  website,
  name,
  appearance,
  language,
  now,
}: Shared): Promise<Content> {
  const { reseller_uuid, about, business_uuid, user_uuid } = share;
  const { sender } = appearance;
  const { data: mails } = await ReportMails.get({ reseller_uuid, uuid: user_uuid }).go();
  const period = periodUntilNow({ ...share, timezone: mails?.timezone ?? "UTC" }, now);
  const request = { period, language, now, sender };
  const report = website
    ? { ...(await readReported([website], request)), left_out: 0 }
    : await readCustomerReport(
        { reseller_uuid, ...(about === "user" ? { user_uuid } : { business_uuid }) },
        request,
      );
  const nameOf = ({ hostname }: { hostname: string }) =>
    shownHost(hostname) || catalogues[language].common.website;
  return renderReport({
    ...{ ...report, appearance },
    ...(website ? { name: nameOf(website), customer: name } : { name }),
    websites: report.websites.map((each) => ({
      ...each,
      hostname: nameOf(each),
      kinds: {
        open: withoutQuery(each.kinds.open, each.hostname),
        resolved: withoutQuery(each.kinds.resolved, each.hostname),
      },
    })),
  });
}
