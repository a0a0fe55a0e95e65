import * as z from "zod/mini";
import { Prospect } from "../../../shared/entities/prospect.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { originOf } from "../../../shared/http/event.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { hasExpired, presentSummary } from "../../../shared/prospects/prospect.ts";
import { prospectSummarySchema } from "../../../shared/prospects/prospectSchemas.ts";

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
