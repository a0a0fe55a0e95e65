import type { WebsiteRecord } from "../entities/website.ts";
import { type Customer, readWebsitesOf } from "../lists/readCustomer.ts";
import { countStates, type WebsiteState, websiteStates } from "../vocabulary/websiteState.ts";

/** The websites of a customer. */
export interface CustomerView {
  websites_count: number;
  website_counts: Record<WebsiteState, number>;
  /** The worst first. */
  records: WebsiteRecord[];
}

/** Reads a customer's websites, of which `most` are shown. A user with more than 1,000 is refused with ValidationFailed. */
export async function readCustomer(customer: Customer, most: number): Promise<CustomerView> {
  const all = await readWebsitesOf(customer);
  const rankOf = ({ state }: WebsiteRecord) => websiteStates.indexOf(state);
  const records = all.toSorted((one, other) => rankOf(one) - rankOf(other)).slice(0, most);
  return { websites_count: all.length, website_counts: countStates(all), records };
}
