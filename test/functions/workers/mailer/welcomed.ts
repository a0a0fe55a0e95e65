import { onTestFinished, vi } from "vitest";
import { Mail } from "../../../../shared/entities/mail.ts";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { UptimeDay } from "../../../../shared/entities/uptimeDay.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { call } from "../../../support/api.ts";
import { makeReseller, type TestReseller } from "../../../support/factories.ts";
import { storeMonitor } from "../../../support/monitoring.ts";
import { deliver, onboard } from "./onboarded.ts";

export const REPORTS = "/v1/users/{user_uuid}/report-mails";
const NOW = "2026-11-22T10:00:00Z";

/** Seconds of the clock of `onboarded.ts`. */
export const secondsAt = (at: string) => (Date.parse(at) - Date.parse(NOW)) / 1000;

/** A user who was welcomed in November, with a website that was watched on days of it. */
export async function welcome(reseller?: TestReseller, more: object = {}) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(NOW) });
  onTestFinished(() => void vi.useRealTimers());
  const owner = reseller ?? (await makeReseller());
  const onboarded = await onboard(owner, more);
  const { reseller_uuid, user_uuid } = onboarded;
  const welcomed = { about: "user", uuid: user_uuid, occasion: "onboarding" } as const;
  await Mail.put({ reseller_uuid, ...welcomed, status: "sent", sent_at: timestamp() }).go();
  const { uuid, business_uuid } = await websiteOf(onboarded);
  await storeMonitor({ reseller_uuid, uuid, business_uuid });
  await watch(onboarded, "2026-11-12", "2026-11-18", "2026-11-25");
  return onboarded;
}

async function websiteOf({ key, user_uuid: userUuid }: Welcomed) {
  const { body } = await call("GET /v1/account/websites", { key, query: { userUuid } });
  return body.data[0];
}

/** Stores what probes saw of a user's website on some days. */
export async function watch(welcomed: Welcomed, ...watched: string[]) {
  const { reseller_uuid } = welcomed;
  const { uuid } = await websiteOf(welcomed);
  await UptimeDay.put(
    watched.map((day) => ({
      ...{ reseller_uuid, uuid, day, looks: 288, failures: 3, times: { 48: 285 } },
      ...{ observed: 86_400, down: 864, expires_epoch: 4_000_000_000 },
    })),
  ).go();
}

export type Welcomed = Awaited<ReturnType<typeof onboard>>;

export async function setReports({ key, user_uuid: uuid }: Welcomed, body: object) {
  return (await call(`PATCH ${REPORTS}`, { key, uuid, body })).body.data;
}

export async function readReports({ reseller_uuid, user_uuid: uuid }: Welcomed) {
  const { data } = await ReportMails.get({ reseller_uuid, uuid }).go({ consistent: true });
  return data;
}

/** Delivers what the schedule sends at the time that the next report is due. */
export async function deliverDue(welcomed: Welcomed, later = 0) {
  const { reseller_uuid, user_uuid: uuid } = welcomed;
  const due_at = (await readReports(welcomed))?.due_at ?? "";
  const reports = [{ reseller_uuid, uuid, due_at }];
  return await deliver({ reports }, secondsAt(due_at) + later);
}

export function tokenIn(mail: {
  Content: { Simple: { Headers: { Name: string; Value: string }[] } };
}) {
  const { Headers } = mail.Content.Simple;
  const { Value = "" } = Headers.find(({ Name }) => Name === "List-Unsubscribe") ?? {};
  return /\/unsubscribe\/([\w-]+)>$/.exec(Value)?.[1] ?? "";
}
