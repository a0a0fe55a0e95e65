/** @file What uptime, audits, windows and feed items look like to a client; as types only, like `schemas.ts`. */

import * as z from "zod/mini";
import { time, uuid } from "./schemas.ts";

const day = z.stringFormat("date", /^\d{4}-\d\d-\d\d$/);

/** The uptime of a website within some days. */
export const uptimeSchema = z.strictObject({
  from: day,
  to: day,
  uptime_percentage: z.nullable(z.number()),
  downtimes: z.array(
    z.strictObject({
      began_at: time,
      ended_at: z.nullable(time),
      cause: z.nullable(z.string()),
      duration_seconds: z.nullable(z.int()),
      unobserved_seconds: z.int(),
    }),
  ),
  days: z.array(
    z.strictObject({
      date: day,
      looks: z.int(),
      failures: z.int(),
      observed_seconds: z.int(),
      down_seconds: z.int(),
      maintenance_seconds: z.int(),
      uptime_percentage: z.nullable(z.number()),
      response_ms: z.nullable(
        z.strictObject({ mean: z.number(), median: z.number(), p95: z.number() }),
      ),
    }),
  ),
});

/** An audit that was asked for. */
export const auditRequestSchema = z.strictObject({ website_uuid: uuid, requested_at: time });

/** A time for which a downtime of a website was announced. */
export const maintenanceWindowSchema = z.strictObject({
  uuid,
  website_uuid: uuid,
  starts_at: time,
  ends_at: time,
  reason: z.nullable(z.string()),
  created_at: time,
});

/** 2.8; `data` has the shape of its `type`. */
export const feedItemSchema = z.strictObject({
  uuid,
  business_uuid: uuid,
  website_uuid: uuid,
  competitor_uuid: z.nullable(uuid),
  category: z.string(),
  type: z.string(),
  status: z.string(),
  data: z.record(z.string(), z.unknown()),
  created_at: time,
  updated_at: z.nullable(time),
});
