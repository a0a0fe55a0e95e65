import { Business } from "../entities/business.ts";
import { Competitor, type CompetitorRecord } from "../entities/competitor.ts";
import { competitorsOf, type ListedKind } from "./listedKind.ts";

/** The competitors of a business. */
export const competitors: ListedKind<CompetitorRecord> = {
  entity: Competitor,
  get: (key) => Competitor.get(key).go({ consistent: true }),
  table: "competitors",
  list: competitorsOf,
  parent: {
    entity: Business,
    key: ({ reseller_uuid, business_uuid = "" }) => ({ reseller_uuid, uuid: business_uuid }),
    counter: "competitor_sequence",
    passesOn: ["user_uuid"],
  },
};
