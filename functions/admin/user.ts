import type { UserRecord } from "../../shared/entities/user.ts";
import { uuid } from "./command.ts";

export const user_uuid = uuid("The user", "find EMAIL");

/** A user as operators see it. */
export function describeUser({ uuid, reseller_uuid, email, suspended_at }: UserRecord) {
  return { uuid, reseller_uuid, email, suspended_at: suspended_at ?? null };
}
