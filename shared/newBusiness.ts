import type { BusinessRecord } from "./entities/business.ts";
import { timestamp } from "./time.ts";
import { newUuid } from "./uuid.ts";

type Given = Pick<
  BusinessRecord,
  | "reseller_uuid"
  | "user_uuid"
  | "sequence"
  | "plan_uuid"
  | "name"
  | "industry"
  | "products"
  | "custom_field_values"
  | "address"
>;

/** A business without websites and competitors yet. */
export function newBusiness(given: Given): BusinessRecord {
  const now = timestamp();
  return {
    ...given,
    uuid: newUuid(),
    revision: 1,
    website_sequence: 0,
    competitor_sequence: 0,
    created_at: now,
    updated_at: now,
  };
}
