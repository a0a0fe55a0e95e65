/** How long a 429 or 503 asks to wait (RFC 9110, 10.2.3), in milliseconds; undefined: it does not. */
export function readRetryAfter(
  { status, headers }: { status: number; headers: Record<string, string> },
  now: number,
): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (!value || (status !== 429 && status !== 503)) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
