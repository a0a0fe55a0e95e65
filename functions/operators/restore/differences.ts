import { isDeepStrictEqual } from "node:util";
import { resellerSettings } from "../../../shared/entities/reseller.ts";
import { planFeatures } from "../../../shared/resources/planFeatures.ts";

/** What people set in a record; what the service counts and measures goes on from where it is. */
const SET_BY_PEOPLE: Readonly<Record<string, readonly string[]>> = {
  reseller: ["default_plan_uuid", ...resellerSettings],
  plan: ["name", ...planFeatures, "uptime_interval_minutes", "audit_interval_minutes"],
  user: [
    ...["first_name", "last_name", "avatar", "language_preference", "country_code"],
    "suspended_at",
  ],
  business: ["plan_uuid", "name", "industry", "products", "custom_field_values", "address"],
  website: ["hostname"],
  competitor: ["hostname"],
  custom_field: ["name", "type", "options", "is_required"],
};

/** The attributes that people have set otherwise since, with their former values; undefined for a former absence. */
export function differences(name: string, now: object, former: object): Record<string, unknown> {
  const [present, wanted] = [now, former] as Record<string, unknown>[];
  const ofClient = (wanted?.["client_fields"] ?? []) as string[];
  const names = [...new Set([...(SET_BY_PEOPLE[name] ?? []), ...ofClient])];
  const different = names.filter((each) => !isDeepStrictEqual(present?.[each], wanted?.[each]));
  return Object.fromEntries(different.map((each) => [each, wanted?.[each]]));
}
