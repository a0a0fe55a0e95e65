import type * as z from "zod/mini";
import type { UserRecord } from "../entities/user.ts";
import type { userSchema } from "./schemas.ts";

/** A user as section 2.1 of the specification shows it, with its uuid. */
export function presentUser(user: UserRecord): z.output<typeof userSchema> {
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
