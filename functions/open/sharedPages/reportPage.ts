import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { ReportMails } from "../../../shared/entities/reportMails.ts";
import { readCustomerReport, readReported } from "../../../shared/reports/report.ts";
import type { FindingsOfKind } from "../../../shared/views/findingKinds.ts";
import { periodUntilNow } from "../../../shared/views/period.ts";
import type { Content } from "../report/page.ts";
import { renderReport } from "../report/renderReport.ts";
import { Memory } from "./memory.ts";
import { PAGE_CACHE_SECONDS, type Shared } from "./shared.ts";
import { hostShown, lineShown, withoutQuery } from "./shownText.ts";

const REMEMBERED_REPORTS = 300;
const reports = new Memory<Content>(PAGE_CACHE_SECONDS, REMEMBERED_REPORTS);

/** The page of a report share. */
export async function reportPage(shared: Shared): Promise<Content> {
  return await reports.get(shared.share.uuid, () => makeReport(shared));
}

async function makeReport({ share, website, name, appearance, language, now }: Shared) {
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
  const customer = lineShown(name);
  const nameOf = ({ hostname }: { hostname: string }) =>
    hostShown(hostname) || catalogues[language].common.website;
  return renderReport({
    ...{ ...report, appearance },
    ...(website ? { name: nameOf(website), customer } : { name: customer }),
    websites: report.websites.map((each) => ({
      ...each,
      hostname: nameOf(each),
      kinds: {
        open: each.kinds.open.map((kind) => shownKind(kind, each.hostname)),
        resolved: each.kinds.resolved.map((kind) => shownKind(kind, each.hostname)),
      },
    })),
  });
}

/** Findings without what only the website's owner should read: path and query of its address. */
export function shownKind(kind: FindingsOfKind, hostname: string): FindingsOfKind {
  const items = kind.items.map((each) => ({
    ...each,
    title: withoutQuery(each.title, hostname),
    why: withoutQuery(each.why, hostname),
    what_to_do: withoutQuery(each.what_to_do, hostname),
  }));
  return { ...kind, items };
}
