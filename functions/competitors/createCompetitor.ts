import * as z from "zod/mini";
import { endpoint } from "../../shared/http/endpoint.ts";
import { created } from "../../shared/http/responses.ts";
import { parentMissing, uuidParameter } from "../../shared/http/validation.ts";
import { findReseller } from "../../shared/limits/findReseller.ts";
import { limitOf } from "../../shared/limits/limits.ts";
import { competitors } from "../../shared/lists/competitors.ts";
import { createListed } from "../../shared/lists/createListed.ts";
import { presentCompetitor } from "../../shared/resources/competitor.ts";
import { newCompetitor, newCompetitorBody } from "./competitor.ts";

export const createCompetitor = endpoint({
  query: z.object({ businessUuid: uuidParameter("businessUuid") }),
  body: newCompetitorBody,
  async answer({ reseller_uuid, query, body }) {
    const place = { reseller_uuid, business_uuid: query.businessUuid };
    const reseller = await findReseller(reseller_uuid);
    const competitor = await createListed(competitors, place, {
      attributes: newCompetitor(body),
      limit: limitOf(reseller, "max_competitors_per_business", "hostname"),
    });
    if (!competitor) throw parentMissing("businessUuid");
    return created("Competitor", presentCompetitor(competitor));
  },
});
