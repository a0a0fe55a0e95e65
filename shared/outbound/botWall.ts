/**
 * The headers by which a wall against robots says that it has answered in a website's place:
 * Cloudflare's, AWS WAF's (a challenge is a 202, a captcha a 405) and SiteGround's (a 202).
 */
const HEADERS = ["cf-mitigated", "x-amzn-waf-action", "sg-captcha"];

/** Whether an answer is that of a wall against robots: a visitor gets the website. */
export function isBotWall(headers: Record<string, string>): boolean {
  return HEADERS.some((name) => /^(?:challenge|captcha)$/i.test(headers[name]?.trim() ?? ""));
}
