import { TooManyRequests } from "../platform/errors.ts";

/** Throws TooManyRequests with `text` if `last`, the time of the last request, is less than `seconds` ago. */
export function assertPauseOver(last: string | undefined, seconds: number, text: string) {
  const remaining = last ? seconds - (Date.now() - Date.parse(last)) / 1000 : 0;
  if (remaining > 0) throw new TooManyRequests(text, remaining);
}
