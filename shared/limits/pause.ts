import { TooManyRequests } from "../platform/errors.ts";

/** Throws TooManyRequests with this text until so many seconds have passed since a time, if there is one. */
export function assertPassed(since: string | undefined, seconds: number, text: string) {
  const remaining = since ? seconds - (Date.now() - Date.parse(since)) / 1000 : 0;
  if (remaining > 0) throw new TooManyRequests(text, remaining);
}
