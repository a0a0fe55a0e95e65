import type { EntityItem } from "electrodb";
import { audited, entity, primary, text } from "../platform/table/entity.ts";
import { type PlanFeature, planFeatures } from "../vocabulary/planFeatures.ts";

/** Optional, so that plans that are older than a switch can be read with `hasFeature`. */
const switches = Object.fromEntries(
  planFeatures.map((feature) => [feature, { type: "boolean", default: false }]),
) as Record<PlanFeature, { readonly type: "boolean"; readonly default: boolean }>;

/** A plan of a reseller. The reseller's record names the default plan. */
export const Plan = entity(
  "plan",
  {
    ...audited,
    reseller_uuid: text,
    uuid: text,
    name: text,
    ...switches,
    /** How often websites are checked, if an operator has set it. */
    uptime_interval_minutes: { type: "number" },
    audit_interval_minutes: { type: "number" },
    created_at: text,
    updated_at: text,
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#plans", "${uuid}"),
  },
);

export type PlanRecord = EntityItem<typeof Plan>;
