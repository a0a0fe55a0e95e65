import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { shownHost } from "../../../shared/fields/siteUrl.ts";
import { type CustomerView, readCustomer } from "../../../shared/lists/readCustomer.ts";
import { dayOf, daysLater } from "../../../shared/platform/time.ts";
import { percentageOfDays } from "../../../shared/uptime/figures.ts";
import { periodOfDays } from "../../../shared/views/period.ts";
import {
  readStoredUptimes,
  readUptime,
  type StoredUptime,
} from "../../../shared/views/uptimeView.ts";
import { presentCause } from "../../../shared/vocabulary/reasons.ts";
import { oneLine } from "../../../shared/vocabulary/texts.ts";
import { countStates } from "../../../shared/vocabulary/websiteState.ts";
import type { Shared } from "./shared.ts";

export const STATUS_DAYS = 90;
/** Of a business, a sender, or a reason. */
export const MOST_OF_A_NAME = 80;
const MOST_WEBSITES = 50;
const MOST_DOWNTIMES = 10;

/** What a share shows of a website or business, as its data tell it. */
export interface Status extends Omit<CustomerView, "records"> {
  /** Of the business. */
  name: string;
  isOfBusiness: boolean;
  /** At most 50, the worst first. */
  websites: WebsiteStatus[];
}

/** A website as a status page shows it: no uuid, and nothing technical. */
export type WebsiteStatus = Awaited<ReturnType<typeof readStatus>>;

/** The status of a share's website or business. */
export async function findStatus(shared: Shared): Promise<Status> {
  const { share, website } = shared;
  const { reseller_uuid, business_uuid } = share;
  const { records, ...counts } = website
    ? { websites_count: 1, website_counts: countStates([website]), records: [website] }
    : await readCustomer({ reseller_uuid, business_uuid }, MOST_WEBSITES);
  const stored = await readStoredUptimes(records);
  return {
    ...counts,
    name: oneLine(shared.name, MOST_OF_A_NAME),
    isOfBusiness: website === undefined,
    websites: await Promise.all(
      records.map((record, index) => readStatus(record, stored[index] as StoredUptime, shared)),
    ),
  };
}

async function readStatus(website: WebsiteRecord, stored: StoredUptime, { language, now }: Shared) {
  const to = dayOf(now / 1000);
  const from = daysLater(to, 1 - STATUS_DAYS);
  const period = periodOfDays({ from, to }, "UTC");
  const { days, downtimes, ...view } = await readUptime(website, stored, { period, language, now });
  const parts = new Map(days.map((part) => [part.day, part]));
  const isDown = website.state === "down";
  return {
    ...view,
    state: website.state,
    hostname: shownHost(website.hostname),
    down_since: (isDown && website.down_since) || null,
    down_cause: isDown ? presentCause(website.down_cause).cause : null,
    existed_since: [view.watched_since ?? website.created_at, website.created_at].toSorted()[0],
    days: Array.from({ length: STATUS_DAYS }, (_, index) => {
      const date = daysLater(from, index);
      const { observed = 0, down = 0 } = parts.get(date) ?? {};
      return { date, observed_seconds: observed, down_seconds: down };
    }),
    downtimes: downtimes.slice(-MOST_DOWNTIMES).toReversed(),
  };
}

/** A status as the data of its share show it. */
export function presentStatus({ name, isOfBusiness, websites, ...counts }: Status) {
  return {
    name: isOfBusiness ? name : null,
    ...counts,
    websites: websites.map(({ hostname, state, down_since, down_cause, ...website }) => ({
      ...{ hostname, state, down_since, down_cause },
      checked_at: website.last_checked_at,
      watched_since: website.watched_since,
      uptime_percentage: website.uptime_percentage,
      observed_seconds: website.observed_seconds,
      down_seconds: website.down_seconds,
      days: website.days.map((day) => ({
        date: day.date,
        uptime_percentage: percentageOfDays([day]),
      })),
      downtimes: website.downtimes.map(({ began_at, ended_at, duration_seconds, cause }) => ({
        ...{ began_at, ended_at, duration_seconds, cause },
      })),
      maintenance: website.maintenance,
      unsupported_languages: website.unsupported_languages,
    })),
  };
}
