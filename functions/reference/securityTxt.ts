import { type ApiEvent, originOf } from "../../shared/http/event.ts";
import { optionalEnv } from "../../shared/platform/env.ts";
import type { Content } from "./content.ts";

const CONTACT = optionalEnv("SECURITY_CONTACT");

const DAY_MS = 24 * 3600 * 1000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

/** Whether there is a contact; without one, the path does not exist. */
export const hasSecurityContact = CONTACT !== undefined;

/** The contact for reports of vulnerabilities (RFC 9116). */
export function securityTxt(event: ApiEvent): Content {
  const today = Math.floor(Date.now() / DAY_MS);
  const lines = [
    `Contact: ${CONTACT}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${originOf(event)}/.well-known/security.txt`,
  ];
  return { type: "text/plain; charset=utf-8", text: `${lines.join("\n")}\n` };
}
