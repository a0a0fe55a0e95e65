import * as z from "zod/mini";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { optional } from "../../../shared/fields/described.ts";
import { hostname, hostnamePrefix } from "../../../shared/fields/fields.ts";
import { oneOf, uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { readAccountWebsites, readWebsites } from "../../../shared/lists/readAccount.ts";
import { readWebsitesOf } from "../../../shared/lists/readCustomer.ts";
import { findByText } from "../../../shared/lists/search.ts";
import { foldHost, foldHostPrefix, isAtHost } from "../../../shared/lists/searchTexts.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { textOf, uuidOf } from "../../../shared/platform/table/queryIndex.ts";
import { presentAccountWebsites } from "../../../shared/views/accountWebsite.ts";
import { websiteStates } from "../../../shared/vocabulary/websiteState.ts";
import { accountWebsitesPage } from "./accountSchemas.ts";

/** How many websites a search may find to be sorted by state: all of them are read. */
const MOST_SORTED = 1000;

/** The state and the uuid of a page's last website. */
const cursorOf = ({ state, uuid }: WebsiteRecord) => `${state}#${uuid}`;

const query = z.object({
  state: optional(oneOf("state", websiteStates), "Only websites in this state.", "down"),
  is_hostname_up: optional(
    oneOf("is_hostname_up", ["true", "false"]),
    "`false`: only websites that do not answer. `true`: only the others.",
    "false",
  ),
  hostname: optional(
    hostname,
    "Only websites of this host, whatever their path; scheme, `www.` and case are ignored. With a path: only what is below it.",
    "bakery.example.com",
  ),
  hostname_prefix: optional(
    hostnamePrefix,
    "Only websites whose host name begins with this text; scheme, `www.` and case are ignored, and so is the text if there is a `hostname`.",
    "bakery",
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
    "The websites of all your businesses, oldest first, or by `sort=state` the worst first. `state=down` lists those that are down now; `downtime` says since when, and why. `meta.counts` says how many of all your websites are in each state, whatever the filter. Response times are of whole hours, known some minutes after an hour; a downtime counts in `uptime_30_days` at once. `userUuid` and `businessUuid` list those of a customer: at most 1,000 websites of 100 businesses, and a search by host name with `sort=state` at most 1,000, else 422 (rule `max`). Without a customer, the list may miss what changed within the last second. A page may have fewer websites than `per_page`, or none, before the last one: `is_hostname_up`, or a state and a host name, leave some out.",
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

/** A page of all websites from the index, or of what a customer has or a search finds, which is read as a whole. */
async function readRequested(reseller_uuid: string, request: z.output<typeof query>) {
  const { userUuid: user_uuid, businessUuid: business_uuid, cursor: after } = request;
  const states = websiteStates.filter((state) => isAsked(state, request));
  const slice = { after, limit: request.per_page };
  const isByState = request.sort === "state";
  const sought = soughtIn(request);
  const isWanted = ({ state, is_hostname_up, hostname: name }: WebsiteRecord) =>
    states.includes(state) &&
    (!request.is_hostname_up || String(is_hostname_up) === request.is_hostname_up) &&
    (!sought || (sought.isHost ? isAtHost : startsWith)(foldHost(name), sought.text));
  if (user_uuid !== undefined || business_uuid !== undefined) {
    return cutOf(await readWebsitesOf({ reseller_uuid, user_uuid, business_uuid }));
  }
  const page = sought
    ? await readSought(sought)
    : await readAccountWebsites(reseller_uuid, { states, isByState, ...slice });
  return { ...page, records: page.records.filter(isWanted) };

  async function readSought({ text, isHost, field }: Sought) {
    const range = { scope: "website", prefix: text, isHost };
    const slice = isByState ? { limit: MOST_SORTED } : { after, limit: request.per_page };
    const { page, next } = await findByText(reseller_uuid, range, slice);
    const records = await readWebsites(reseller_uuid, page);
    if (!isByState) return { records, next };
    if (next === undefined) return cutOf(records);
    const max = `More than ${MOST_SORTED} websites have such a host name: they can't be sorted by state`;
    throw new ValidationFailed({ [field]: { max } });
  }

  function cutOf(websites: WebsiteRecord[]) {
    const order = ({ state, uuid }: { state: string; uuid: string }) =>
      `${isByState ? websiteStates.indexOf(state as WebsiteRecord["state"]) : ""}#${uuid}`;
    const begin = after === undefined ? "" : order({ state: textOf(after), uuid: uuidOf(after) });
    const rest = websites
      .filter((website) => isWanted(website) && order(website) > begin)
      .toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
    const records = rest.slice(0, slice.limit);
    const last = records.at(-1);
    return { records, next: last && rest.length > slice.limit ? cursorOf(last) : undefined };
  }
}

/** A website that does not answer is down, or in maintenance. */
function isAsked(
  state: WebsiteRecord["state"],
  request: Pick<z.output<typeof query>, "state" | "is_hostname_up">,
): boolean {
  if (request.state !== undefined && request.state !== state) return false;
  if (request.is_hostname_up === "false") return state === "down" || state === "maintenance";
  return request.is_hostname_up === undefined || state !== "down";
}

const startsWith = (address: string, text: string) => address.startsWith(text);

/** A folded host name that is sought, as a whole or as a beginning, and the parameter that it comes from. */
interface Sought {
  text: string;
  isHost: boolean;
  field: string;
}

function soughtIn({ hostname, hostname_prefix }: z.output<typeof query>): Sought | undefined {
  if (hostname !== undefined) return { text: foldHost(hostname), isHost: true, field: "hostname" };
  if (hostname_prefix === undefined) return undefined;
  return { text: foldHostPrefix(hostname_prefix), isHost: false, field: "hostname_prefix" };
}
