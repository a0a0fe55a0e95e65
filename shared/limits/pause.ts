import { TooManyRequests } from "../platform/errors.ts";

/** Throws TooManyRequests with `text` if `since` is less than `seconds` ago. */
export function assertPassed(since: string | undefined, seconds: number, text: string) {
  const remaining = since ? seconds - (Date.now() - Date.parse(since)) / 1000 : 0;
  if (remaining > 0) throw new TooManyRequests(text, remaining);
}
