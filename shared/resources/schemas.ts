/**
 * @file What each resource looks like to a client: section 2 of the specification, in its order, and
 * what was added. For descriptions and types: no function needs these schemas when it runs, so that
 * they must not be imported beside what does run, but as types.
 */

import * as z from "zod/mini";
import { type PlanFeature, planFeatures } from "./planFeatures.ts";

/** An identifier of a resource. */
export const uuid = z.uuid();

/** A time as the API writes it: `2026-01-31T09:30:00+00:00`. */
export const time = z.stringFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);

const most = z.strictObject({ max: z.int() });
const counted = z.strictObject({ count: z.int(), max: z.int() });

/** Whose a key is, what it may do, and how many records and requests the account has and may have. */
export const accountSchema = z.strictObject({
  uuid,
  name: z.string(),
  api_key: z.strictObject({
    uuid,
    name: z.string(),
    is_test: z.boolean(),
    is_read_only: z.boolean(),
    allowed_ips: z.nullable(z.array(z.string())),
    created_at: time,
    expires_at: z.nullable(time),
    last_used_at: z.nullable(time),
  }),
  record_limits: z.strictObject({
    users: counted,
    businesses: counted,
    websites: counted,
    webhooks: counted,
    websites_per_business: most,
    competitors_per_business: most,
  }),
  request_limits: z.strictObject({
    reads_per_minute: z.nullable(counted),
    writes_per_minute: z.nullable(counted),
  }),
});

/** 2.1, and the uuid, which lists of businesses ask for. */
export const userSchema = z.strictObject({
  uuid,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  avatar: z.nullable(z.string()),
  language_preference: z.string(),
  country_code: z.string(),
  suspended_at: z.nullable(time),
  created_at: time,
  updated_at: z.nullable(time),
});

/** 2.1: the seven fields that an onboarding answers. */
export const onboardedUserSchema = z.pick(userSchema, {
  uuid: true,
  email: true,
  first_name: true,
  last_name: true,
  language_preference: true,
  created_at: true,
  updated_at: true,
});

/** 2.4 */
export const customFieldSchema = z.strictObject({
  uuid,
  reseller_uuid: uuid,
  name: z.string(),
  type: z.string(),
  options: z.nullable(z.array(z.string())),
  is_required: z.boolean(),
  created_at: time,
  updated_at: z.nullable(time),
});

/** 2.3 */
export const customFieldValueSchema = z.strictObject({
  uuid,
  business_uuid: uuid,
  custom_field_uuid: uuid,
  value: z.string(),
  created_at: time,
  updated_at: z.nullable(time),
  custom_field: customFieldSchema,
});

/** 2.2 */
export const businessSchema = z.strictObject({
  uuid,
  name: z.string(),
  industry: z.string(),
  reseller_uuid: uuid,
  created_at: time,
  updated_at: time,
  products: z.array(z.string()),
  plan_uuid: uuid,
  custom_field_values: z.array(customFieldValueSchema),
});

/** 2.2, as an update answers it. */
export const plainBusinessSchema = z.omit(businessSchema, { custom_field_values: true });

/** The postal address and phone number of a business: those of section 4.3. */
export const addressSchema = z.strictObject({
  address_line_1: z.string(),
  address_line_2: z.string(),
  address_line_3: z.string(),
  city: z.string(),
  county: z.string(),
  postcode: z.string(),
  phone_number: z.string(),
  country_code: z.string(),
});

/** 2.5 */
export const websiteSchema = z.strictObject({
  uuid,
  hostname: z.string(),
  business_uuid: uuid,
  created_at: time,
  updated_at: time,
  is_hostname_up: z.boolean(),
});

/** A website in the list of all that a reseller has. */
export const accountWebsiteSchema = z.strictObject({
  ...websiteSchema.shape,
  downtime: z.nullable(z.strictObject({ began_at: time, cause: z.nullable(z.string()) })),
});

/** 2.6 */
export const competitorSchema = z.strictObject({
  uuid,
  name: z.string(),
  hostname: z.string(),
  industry: z.string(),
  address_line_1: z.string(),
  address_line_2: z.string(),
  address_line_3: z.string(),
  city: z.string(),
  county: z.string(),
  country_code: z.string(),
  postcode: z.string(),
  phone_number: z.string(),
  business_uuid: uuid,
  created_at: time,
  updated_at: time,
});

const switches = Object.fromEntries(planFeatures.map((feature) => [feature, z.boolean()]));

/** 2.7, with every switch that there is. */
export const planSchema = z.strictObject({
  uuid,
  reseller_uuid: uuid,
  name: z.string(),
  is_default: z.boolean(),
  ...(switches as Record<PlanFeature, z.ZodMiniBoolean>),
  created_at: time,
  updated_at: time,
});
