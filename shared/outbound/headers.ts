import { optionalEnv } from "../env.ts";

/** The product token that a robots.txt may address (RFC 9309, 2.2.1). */
export const ROBOT_NAME = "ResellerMonitoring";

const CONTACT_URL = optionalEnv("CONTACT_URL");

/** Who is asking, and where to complain: the contact URL is set by the stack. */
export const USER_AGENT = `${ROBOT_NAME}/1.0${CONTACT_URL ? ` (+${CONTACT_URL})` : ""}`;

const OWN_HEADERS = { "user-agent": USER_AGENT, "accept-encoding": "gzip, deflate, br, zstd" };

/** A caller's headers by lower-case name, with the client's own in place of the same ones. */
export function toSentHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...Object.fromEntries(entries), ...OWN_HEADERS };
}

/**
 * A response's headers by lower-case name, repeated ones joined; of several locations the first counts. Made
 * from the raw ones because a header named `constructor` or `__proto__` upsets Node's own object.
 */
export function joinHeaders(raw: string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? "").toLowerCase();
    const value = raw[at + 1] ?? "";
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name !== "location") headers[name] = `${before}, ${value}`;
  }
  return headers;
}
