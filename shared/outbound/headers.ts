import { requireEnv } from "../env.ts";

/** The product token that a robots.txt may address (RFC 9309, 2.2.1). */
export const ROBOT_NAME = "ResellerMonitoring";

/** Who is asking, and where to complain: the stack sets that for each function that asks others. */
export function userAgent(): string {
  return `${ROBOT_NAME}/1.0 (+${requireEnv("CONTACT_URL")})`;
}

/**
 * A caller's headers by lower-case name, with the client's own in place of the same ones. Firewalls
 * (ModSecurity's rule 960015) refuse requests without `accept`.
 */
export function toSentHeaders(headers: Record<string, string>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    accept: "*/*",
    ...Object.fromEntries(entries),
    "user-agent": userAgent(),
    "accept-encoding": "gzip, deflate, br, zstd",
  };
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

/**
 * The headers by which a wall against robots says that it has answered in a website's place:
 * Cloudflare's, AWS WAF's (a challenge is a 202, a captcha a 405) and SiteGround's (a 202).
 */
const HEADERS = ["cf-mitigated", "x-amzn-waf-action", "sg-captcha"];

/** Whether an answer is that of a wall against robots: a visitor gets the website. */
export function isBotWall(headers: Record<string, string>): boolean {
  return HEADERS.some((name) => /^(?:challenge|captcha)$/i.test(headers[name]?.trim() ?? ""));
}
