import * as z from "zod/mini";
import type { UserRecord } from "../entities/user.ts";
import { time, uuid } from "./common.ts";

/** A user as section 2.1 of the specification shows it, and its uuid, which lists of businesses ask for. */
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

export function presentUser(user: UserRecord) {
  return {
    uuid: user.uuid,
    first_name: user.first_name,
    last_name: user.last_name,
    email: user.email,
    avatar: user.avatar ?? null,
    language_preference: user.language_preference,
    country_code: user.country_code,
    suspended_at: user.suspended_at ?? null,
    created_at: user.created_at,
    updated_at: user.updated_at ?? null,
  };
}
