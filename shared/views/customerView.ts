import type { WebsiteRecord } from "../entities/website.ts";
import { type Customer, readCustomerPage, readWebsitesOf } from "../lists/readCustomer.ts";
import { ValidationFailed } from "../platform/errors.ts";
import { countStates, type WebsiteState, websiteStates } from "../vocabulary/websiteState.ts";

/** The websites of a customer. */
export interface CustomerView {
  websites_count: number;
  /** By state; `null` if a business has too many websites to tell. */
  website_counts: Record<WebsiteState, number> | null;
  /** The worst first. */
  records: WebsiteRecord[];
}

/**
 * Reads at most `most` websites of a customer. Of a business with more than 1,000 they are the oldest; a user with more
 * is refused with ValidationFailed.
 */
export async function readCustomer(customer: Customer, most: number): Promise<CustomerView> {
  const all = await readWebsitesOf(customer).catch(unlessTooMany);
  if (!all) {
    const page = await readCustomerPage(customer, { offset: 0, limit: most });
    return { websites_count: page.total, website_counts: null, records: page.records };
  }
  const rankOf = ({ state }: WebsiteRecord) => websiteStates.indexOf(state);
  const records = all.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, most);
  return { websites_count: all.length, website_counts: countStates(all), records };
}

function unlessTooMany(error: unknown): undefined {
  if (!(error instanceof ValidationFailed)) throw error;
}
