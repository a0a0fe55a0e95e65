import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { updated } from "../../../shared/http/responses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { presentCompetitor } from "../../../shared/resources/competitor.ts";
import { competitorBody, showCompetitor } from "./competitor.ts";

export const updateCompetitor = endpoint({
  record: "competitors",
  body: competitorBody,
  async answer({ reseller_uuid, uuid, body, event }) {
    const check = preconditionOf(event, showCompetitor);
    const sent = Object.keys(body);
    const competitor = await changeListed(competitors, { reseller_uuid, uuid }, async (found) => {
      await check?.(found);
      if (sent.length === 0) return undefined;
      const client_fields = [...new Set([...found.client_fields, ...sent])];
      return { set: { ...body, client_fields } };
    });
    return updated("Competitor", presentCompetitor(competitor));
  },
});
