const LONGEST_MS = 24 * 3600 * 1000;

/**
 * Until when a `Retry-After` header asks to wait: seconds or an HTTP date (RFC 9110, 10.2.3), for a
 * day at most; undefined where it is neither, or lies in the past.
 */
export function readRetryAfter(value: string | undefined, now: Date): Date | undefined {
  const text = value?.trim() ?? "";
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime();
  return waitMs > 0 ? new Date(now.getTime() + Math.min(waitMs, LONGEST_MS)) : undefined;
}
