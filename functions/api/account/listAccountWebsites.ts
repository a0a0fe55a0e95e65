import * as z from "zod/mini";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { optional } from "../../../shared/fields/described.ts";
import { hostname } from "../../../shared/fields/fields.ts";
import { oneOf, uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { hasParent } from "../../../shared/lists/listedKind.ts";
import {
  type CursorPage,
  type CursorSlice,
  readAccountWebsites,
  readWebsites,
} from "../../../shared/lists/readAccount.ts";
import { readWebsitesOf } from "../../../shared/lists/readCustomer.ts";
import { findByText } from "../../../shared/lists/search.ts";
import { foldHost, isAtHost } from "../../../shared/lists/searchTexts.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { textOf, uuidOf } from "../../../shared/platform/table/queryIndex.ts";
import { presentAccountWebsites } from "../../../shared/views/accountWebsite.ts";
import { type WebsiteState, websiteStates } from "../../../shared/vocabulary/websiteState.ts";
import { accountWebsitesPage } from "./accountSchemas.ts";

const query = z.object({
  state: optional(oneOf("state", websiteStates), "Only websites in this state.", "down"),
  hostname: optional(
    hostname,
    "Only websites of this host, whatever their path; scheme, `www.` and case are ignored. With a path: only what is below it.",
    "bakery.example.com",
  ),
  userUuid: optional(uuidParameter("userUuid"), "Only websites of this user."),
  businessUuid: optional(uuidParameter("businessUuid"), "Only websites of this business."),
  sort: optional(
    oneOf("sort", ["created", "state"]),
    "`created`, the default: oldest first. `state`: worst first, in the order of `meta.counts`.",
    "state",
  ),
  ...cursorQuery,
});

export const listAccountWebsites = endpoint({
  route: "GET /v1/account/websites",
  id: "listAccountWebsites",
  summary: "List all your websites",
  details:
    "The websites of all your businesses, oldest first, or by `sort=state` the worst first. `state=down` lists those that are down now; `downtime` says since when, and why. `meta.counts` says how many of all your websites are in each state, whatever the filter. Response times are of whole hours, known some minutes after an hour; a downtime counts in `uptime_30_days` at once. `userUuid` and `businessUuid` list those of a customer: at most 1,000 websites of 100 businesses, else 422 (rule `max`). Those of a `hostname` without a customer are listed by their address. Without a customer, the list may miss what changed within the last second, and a page may then have fewer websites than `per_page`.",
  response: () => accountWebsitesPage,
  isStrict: true,
  query,
  async answer({ reseller_uuid, query, event }) {
    const [{ records, next }, { businesses: _, ...counts }] = await Promise.all([
      readRequested(reseller_uuid, query),
      readCounts(reseller_uuid),
    ]);
    const presented = await presentAccountWebsites(records, event.requestContext.timeEpoch);
    const { data, meta } = continued(event, query, { records: presented, next });
    return { data, meta: { ...meta, counts } };
  },
});

/** A page of all websites or of those of a host, from an index, or of those of a customer, which are all read. */
async function readRequested(
  reseller_uuid: string,
  request: z.output<typeof query>,
): Promise<CursorPage<WebsiteRecord>> {
  const { state, hostname, sort, cursor: after, per_page: limit } = request;
  const { userUuid: user_uuid, businessUuid: business_uuid } = request;
  const isByState = sort === "state";
  const host = hostname && foldHost(hostname);
  const isWanted = (website: WebsiteRecord) =>
    (state === undefined || website.state === state) &&
    (host === undefined || isAtHost(foldHost(website.hostname), host));
  if (user_uuid !== undefined || business_uuid !== undefined) {
    const customer = { reseller_uuid, user_uuid, business_uuid };
    const isThere =
      user_uuid === undefined ? hasParent(websites, customer) : hasParent(businesses, customer);
    if (!(await isThere)) return { records: [], next: undefined };
    const records = await readWebsitesOf(customer);
    return cut(records.filter(isWanted), { isByState, after, limit });
  }
  if (host === undefined) {
    const states = state === undefined ? websiteStates : [state];
    return await readAccountWebsites(reseller_uuid, { states, isByState, after, limit });
  }
  if (isByState) {
    const options = "The websites of a host are listed by their address";
    throw new ValidationFailed({ sort: { options } });
  }
  const range = { scope: "website", prefix: host, isHost: true };
  const { page, next } = await findByText(reseller_uuid, range, { after, limit });
  const records = await readWebsites(reseller_uuid, page);
  return { records: records.filter(isWanted), next };
}

function cut(
  websites: WebsiteRecord[],
  { isByState, after, limit }: CursorSlice & { isByState: boolean },
): CursorPage<WebsiteRecord> {
  const order = (website: { state: string; uuid: string }) =>
    `${isByState ? websiteStates.indexOf(website.state as WebsiteState) : ""}#${website.uuid}`;
  const begin = after === undefined ? "" : order({ state: textOf(after), uuid: uuidOf(after) });
  const rest = websites
    .filter((website) => order(website) > begin)
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
  const records = rest.slice(0, limit);
  const last = records.at(-1);
  return { records, next: last && rest.length > limit ? `${last.state}#${last.uuid}` : undefined };
}
