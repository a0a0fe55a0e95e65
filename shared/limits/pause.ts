import { TooManyRequests } from "../platform/errors.ts";

/**
 * Throws TooManyRequests with this text if the last request, at `last`, was less than `seconds` ago. Without `last`,
 * there was none.
 */
export function assertPauseOver(last: string | undefined, seconds: number, text: string) {
  const remaining = last ? seconds - (Date.now() - Date.parse(last)) / 1000 : 0;
  if (remaining > 0) throw new TooManyRequests(text, remaining);
}
