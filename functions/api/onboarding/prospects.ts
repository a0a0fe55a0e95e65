import * as z from "zod/mini";
import { Prospect } from "../../../shared/entities/prospect.ts";
import { accountLocale } from "../../../shared/entities/reseller.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf, deletedOf, doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created, deleted, fetched } from "../../../shared/http/responses.ts";
import { getReseller } from "../../../shared/limits/resellers.ts";
import { noteRemover } from "../../../shared/lists/changeListed.ts";
import { limitOf } from "../../../shared/lists/recordLimits.ts";
import { slugRemoval } from "../../../shared/lists/shares.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import {
  creationOf,
  getProspect,
  hasExpired,
  newProspect,
  presentProspect,
  presentSummary,
  prospectBody,
  removalOf,
} from "../../../shared/prospects/prospect.ts";
import {
  prospectSchema,
  prospectSummarySchema,
} from "../../../shared/prospects/prospectSchemas.ts";
import { readProspectsOfDay } from "../../../shared/usage/readUsage.ts";

/** Lists a page of prospects, newest first. */
export const listProspects = endpoint({
  route: "GET /v1/prospects",
  id: "listProspects",
  summary: "List your prospects",
  details: "Newest first, without their findings.",
  response: () => cursorPageOf(prospectSummarySchema),
  isStrict: true,
  query: z.object(cursorQuery),
  async answer({ reseller_uuid, query, event }) {
    const { cursor, per_page: limit } = query;
    const of = Prospect.query.ofReseller({ reseller_uuid });
    const { data } = await (cursor === undefined ? of : of.lt({ uuid: cursor })).go({
      ...{ order: "desc", consistent: true, limit: limit + 1 },
    });
    // Those that DynamoDB has yet to remove are the oldest ones.
    const live = data.filter((each) => !hasExpired(each));
    const page = live.slice(0, limit);
    const origin = originOf(event);
    return continued(event, query, {
      records: page.map((each) => presentSummary(each, origin)),
      next: live.length > limit ? page.at(-1)?.uuid : undefined,
    });
  },
});

export const fetchProspect = endpoint({
  route: "GET /v1/prospects/{prospect_uuid}",
  id: "fetchProspect",
  summary: "Fetch a prospect with its findings",
  response: () => fetchedOf(prospectSchema),
  async answer({ reseller_uuid, uuid, event }) {
    const prospect = await getProspect({ reseller_uuid, uuid });
    return fetched(await presentProspect(prospect, originOf(event)));
  },
});

/** Makes a prospect; the table's stream has its website audited. */
export const createProspect = postEndpoint({
  route: "POST /v1/prospects",
  id: "createProspect",
  summary: "Check any website",
  details:
    "Audits a website once, with your default plan, and shows the result on a page in your name. No customer is needed, no e-mail or event is sent, and the website is not probed for uptime. Fetch the prospect once a second to see the pages that are read. The prospect is removed after seven days. The number of prospects a day is limited: rule `max`.",
  response: () => doneOf("Prospect created", prospectSchema),
  exampleBody: { hostname: "https://bakery.example.com", language: "en" },
  body: prospectBody,
  async answer({ reseller_uuid, body, event, keep }) {
    const reseller = await getReseller(reseller_uuid);
    const { most, exceeded } = limitOf(reseller, "max_prospects_per_day", "hostname");
    const { hostname, language = accountLocale(reseller).language } = body;
    await retryOnConflict(async () => {
      if ((await readProspectsOfDay(reseller_uuid, Date.now())) >= most) throw exceeded;
      const prospect = newProspect({ reseller_uuid, hostname, language });
      const answer = created("Prospect", await presentProspect(prospect, originOf(event)));
      await transact(...creationOf(prospect, most), ...keep(answer));
    });
  },
});

/** Removes a prospect and its page; the clean-up removes what its audit wrote. */
export const deleteProspect = endpoint({
  route: "DELETE /v1/prospects/{prospect_uuid}",
  id: "deleteProspect",
  summary: "Delete a prospect",
  details: "Its page leads nowhere from now on, at the latest after ten seconds.",
  response: () => deletedOf("Prospect"),
  async answer({ reseller_uuid, uuid }) {
    const key = { reseller_uuid, uuid };
    await retryOnConflict(async () => {
      const prospect = await getProspect(key);
      const remover = await noteRemover(Prospect, key);
      if (remover === undefined) throw new RecordNotFound("prospects");
      await transact(removalOf(prospect, remover), slugRemoval(prospect.slug));
    });
    return deleted("Prospect");
  },
});
