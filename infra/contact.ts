import type { Settings } from "./settings.ts";

/** What a function needs that visits websites: where their owners find out who that is. */
export function contactEnvironment({ contactUrl }: Settings): Record<string, string> {
  return contactUrl === undefined ? {} : { CONTACT_URL: contactUrl };
}
