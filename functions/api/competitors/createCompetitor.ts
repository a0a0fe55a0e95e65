import * as z from "zod/mini";
import type { CompetitorRecord } from "../../../shared/entities/competitor.ts";
import { parentMissing, uuidParameter } from "../../../shared/fields/validationErrors.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import { findReseller } from "../../../shared/limits/resellers.ts";
import { competitors } from "../../../shared/lists/competitors.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { limitOf } from "../../../shared/lists/recordLimits.ts";
import { presentCompetitor } from "../../../shared/resources/competitor.ts";
import { competitorSchema } from "../../../shared/resources/schemas.ts";
import { newCompetitor, newCompetitorBody } from "./competitor.ts";

export const createCompetitor = postEndpoint({
  route: "POST /v1/competitors",
  id: "createCompetitor",
  summary: "Add a competitor to a business",
  details:
    "The competitor is first named after its host; the service fills in the other fields from its site within a minute.",
  response: () => doneOf("Competitor created", competitorSchema),
  exampleBody: { hostname: "https://rival.example.com" },
  query: z.object({ businessUuid: uuidParameter("businessUuid") }),
  body: newCompetitorBody,
  async answer({ reseller_uuid, query, body, keep }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const reseller = await findReseller(reseller_uuid);
    const competitor = await createListed(competitors, place, {
      attributes: newCompetitor(body),
      limit: limitOf(reseller, "max_competitors_per_business", "hostname"),
      also: (record) => keep(answerOf(record)),
    });
    if (!competitor) throw parentMissing("businessUuid");
    return answerOf(competitor);
  },
});

function answerOf(competitor: CompetitorRecord) {
  return created("Competitor", presentCompetitor(competitor));
}
