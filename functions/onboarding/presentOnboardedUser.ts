import type { UserRecord } from "../../shared/entities/user.ts";

/** The seven fields of a user that an onboarding answers (section 2.1 of the specification). */
export function presentOnboardedUser(user: UserRecord) {
  return {
    uuid: user.uuid,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    language_preference: user.language_preference,
    created_at: user.created_at,
    updated_at: user.updated_at ?? null,
  };
}
