import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { readCustomerPage } from "../../shared/lists/readCustomer.ts";
import { Memory } from "./memory.ts";
import { readStatuses, type WebsiteStatus } from "./readStatus.ts";
import { PAGE_CACHE_SECONDS, type Shared } from "./shared.ts";
import { lineShown } from "./shownText.ts";

const MOST_WEBSITES = 50;
const REMEMBERED_STATUSES = 300;

/** What a share shows of a website or business, as its data tell it. */
export interface Status {
  /** Of the business; `null` for a website. */
  name: string | null;
  websites_count: number;
  /** `null` if the business has too many websites to tell. */
  websites_down_count: number | null;
  /** At most 50, first those that are down. */
  websites: WebsiteStatus[];
}

const statuses = new Memory<Status>(PAGE_CACHE_SECONDS, REMEMBERED_STATUSES);

/** The status of a share's website or business, up to a minute old. */
export async function findStatus(shared: Shared): Promise<Status> {
  return await statuses.get(shared.share.uuid, () => readStatusOf(shared));
}

async function readStatusOf({ share, website, business, now }: Shared): Promise<Status> {
  const { total, down, records } = website
    ? { total: 1, down: Number(isDown(website)), records: [website] }
    : await readWebsites(share);
  return {
    name: business ? lineShown(business.name) : null,
    websites_count: total,
    websites_down_count: down,
    websites: await readStatuses(records, now),
  };
}

/** The websites of a business to show, and how many there are and are down. */
async function readWebsites({
  reseller_uuid,
  business_uuid,
}: Pick<Shared["share"], "reseller_uuid" | "business_uuid">) {
  const customer = { reseller_uuid, business_uuid };
  const slice = { offset: 0, limit: MOST_WEBSITES };
  const first = await readCustomerPage(customer, { slice });
  const { total } = first;
  const failing =
    total > first.records.length
      ? await readCustomerPage(customer, { slice, isWanted: isDown }).catch(unlessTooMany)
      : { total: first.records.filter(isDown).length, records: [] };
  const known = new Map(
    [...(failing?.records ?? []), ...first.records].map((each) => [each.uuid, each]),
  );
  const records = [...known.values()].toSorted((a, b) => Number(isDown(b)) - Number(isDown(a)));
  return { total, down: failing?.total ?? null, records: records.slice(0, MOST_WEBSITES) };
}

function unlessTooMany(error: unknown): undefined {
  if (!(error instanceof ValidationFailed)) throw error;
}

function isDown({ is_hostname_up, paused_since }: WebsiteRecord): boolean {
  return !is_hostname_up && paused_since === undefined;
}
