import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { updated } from "../../../shared/http/responses.ts";
import { changeListed } from "../../../shared/lists/changeListed.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { presentCompetitor } from "../../../shared/resources/competitor.ts";
import { competitorSchema } from "../../../shared/resources/schemas.ts";
import { competitorBody, showCompetitor } from "./competitor.ts";

export const updateCompetitor = endpoint({
  route: "PATCH /v1/competitors/{competitor_uuid}",
  id: "updateCompetitor",
  summary: "Change a competitor",
  details:
    "Changes the fields that are sent and keeps the rest. The service never overwrites a field that you have set.",
  response: () => doneOf("Competitor updated", competitorSchema),
  exampleBody: { city: "York", postcode: "YO1 1AA" },
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
