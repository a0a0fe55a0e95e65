import { Maintenance } from "../../shared/entities/maintenance.ts";
import { Monitor } from "../../shared/entities/monitor.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { readCustomerPage, readWebsitesOf } from "../../shared/lists/readCustomer.ts";
import { presentCause } from "../../shared/reasons.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import { stateOf, type WebsiteState, websiteStates } from "../../shared/websiteState.ts";
import { dayOf, daysLater } from "../monitoring/days.ts";
import { percentageOfDays } from "../monitoring/figures.ts";
import { periodOfDays } from "../views/period.ts";
import { type KeptUptime, readUptime } from "../views/uptimeView.ts";
import { Memory } from "./memory.ts";
import { PAGE_CACHE_SECONDS, type Shared } from "./shared.ts";
import { hostShown, lineShown } from "./shownText.ts";

export const STATUS_DAYS = 90;
const MOST_WEBSITES = 50;
const MOST_DOWNTIMES = 10;
const REMEMBERED_STATUSES = 300;

/** What a share shows of a website or business, as its data tell it. */
export interface Status {
  /** Of the business. */
  name: string;
  isOfBusiness: boolean;
  /** Of all websites, by state; `null` if the business has too many to tell. */
  counts: Record<WebsiteState, number> | null;
  websites_count: number;
  /** At most 50, the worst first. */
  websites: WebsiteStatus[];
}

/** A website as a status page shows it: no uuid, and nothing technical. */
export type WebsiteStatus = Awaited<ReturnType<typeof readStatus>>;

const statuses = new Memory<Status>(PAGE_CACHE_SECONDS, REMEMBERED_STATUSES);

/** The status of a share's website or business, up to a minute old. */
export async function findStatus(shared: Shared): Promise<Status> {
  return await statuses.get(shared.share.uuid, () => readStatusOf(shared));
}

async function readStatusOf(shared: Shared): Promise<Status> {
  const { website, business } = shared;
  const { total, all, records } = website
    ? { total: 1, all: [website], records: [website] }
    : await readWebsites(shared);
  const kept = await readKept(records);
  const websites = await Promise.all(
    records.map((record, index) => readStatus(record, kept[index] as KeptUptime, shared)),
  );
  const others = all?.filter((each) => !records.includes(each)).map((each) => stateOf(each, false));
  const states = others && [...others, ...websites.map(({ state }) => state)];
  const countOf = (state: WebsiteState) => states?.filter((each) => each === state).length ?? 0;
  const counts = Object.fromEntries(websiteStates.map((state) => [state, countOf(state)]));
  return {
    name: lineShown(business.name),
    isOfBusiness: website === undefined,
    counts: states ? (counts as Record<WebsiteState, number>) : null,
    websites_count: total,
    websites: websites.toSorted((one, other) => rankOf(one.state) - rankOf(other.state)),
  };
}

const rankOf = (state: WebsiteState) => websiteStates.indexOf(state);

/** The websites of a business, if they can be told, how many there are, and those to show. */
async function readWebsites({ share: { reseller_uuid, business_uuid } }: Shared) {
  const customer = { reseller_uuid, business_uuid };
  const slice = { offset: 0, limit: MOST_WEBSITES };
  const { total, records } = await readCustomerPage(customer, { slice });
  if (total <= records.length) return { total, all: records, records };
  const all = await readWebsitesOf(customer).catch(unlessTooMany);
  const worst = (all ?? records).toSorted(
    (one, other) => rankOf(stateOf(one, false)) - rankOf(stateOf(other, false)),
  );
  return { total, all: all && worst, records: worst.slice(0, MOST_WEBSITES) };
}

function unlessTooMany(error: unknown): undefined {
  if (!(error instanceof ValidationFailed)) throw error;
}

async function readKept(records: WebsiteRecord[]): Promise<KeptUptime[]> {
  const found = await batchGetWith(
    { consistent: false },
    ...records.flatMap(({ reseller_uuid, uuid }) => [
      lookup<unknown>(Monitor, { reseller_uuid, uuid }),
      lookup<unknown>(Maintenance, { reseller_uuid, uuid }),
    ]),
  );
  return records.map((_, index) => {
    const [monitor, maintenance] = found.slice(2 * index, 2 * index + 2);
    return { monitor, maintenance } as KeptUptime;
  });
}

async function readStatus(website: WebsiteRecord, kept: KeptUptime, { language, now }: Shared) {
  const to = dayOf(now / 1000);
  const from = daysLater(to, 1 - STATUS_DAYS);
  const period = periodOfDays({ from, to }, "UTC");
  const { days, downtimes, ...view } = await readUptime(website, kept, { period, language, now });
  const parts = new Map(days.map((part) => [part.day, part]));
  const isDown = view.state === "down";
  return {
    ...view,
    hostname: hostShown(website.hostname),
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
export function presentStatus({ name, isOfBusiness, counts, websites_count, websites }: Status) {
  return {
    name: isOfBusiness ? name : null,
    websites_count,
    websites_down_count: counts?.down ?? null,
    website_counts: counts,
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
    })),
  };
}
