import * as z from "zod/mini";
import { Erasure, type ErasureRecord } from "../../shared/entities/erasure.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated } from "../../shared/http/pagination.ts";
import { countFound } from "../../shared/lists/erasures.ts";
import type { erasureSchema } from "./deletedSchemas.ts";

/** Lists a page of whom the reseller has erased, newest first. */
export const listErasures = endpoint({
  query: z.object(pageQuery),
  async answer({ reseller_uuid, query, event }) {
    const { data } = await Erasure.query
      .ofReseller({ reseller_uuid })
      .go({ consistent: true, pages: "all" });
    const sorted = data.toSorted((a, b) => (a.requested_at < b.requested_at ? 1 : -1));
    const { offset, limit } = offsetOf(query);
    const records = sorted.slice(offset, offset + limit).map(presentErasure);
    return paginated(event, query, { records, total: sorted.length });
  },
});

function presentErasure(erasure: ErasureRecord): z.output<typeof erasureSchema> {
  return {
    user_uuid: erasure.uuid,
    requested_at: erasure.requested_at,
    erased_at: erasure.erased_at ?? null,
    businesses: countFound(erasure, "business"),
    websites: countFound(erasure, "website"),
    competitors: countFound(erasure, "competitor"),
  };
}
