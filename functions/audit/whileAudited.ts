import type { CheckRecord } from "../../shared/entities/check.ts";
import { Website } from "../../shared/entities/website.ts";
import { TooExpensive } from "../../shared/guarded.ts";
import { describeError, log } from "../../shared/log.ts";

/** The website has got another host name, or has gone, while it was audited. */
export class Superseded extends Error {}

interface Watching {
  /** How often it is watched, in milliseconds. */
  watchMs: number;
  /** Whether it should have ended by itself. */
  isLate(): boolean;
}

/**
 * Does an audit of a website for as long as it has time, and the website has the host name that the
 * audit is of: the signal ends it soon after, with a TooExpensive or a Superseded.
 */
export async function whileAudited<Result>(
  { reseller_uuid, uuid, hostname }: CheckRecord<"audit">,
  { watchMs, isLate }: Watching,
  audit: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const look = async () => {
    // What many threads at once need of a processor may take longer than a call has.
    if (isLate()) ending.abort(new TooExpensive("time"));
    const { data } = await Website.get({ reseller_uuid, uuid }).go();
    if (data?.hostname !== hostname) ending.abort(new Superseded("The website has moved or gone"));
  };
  const watch = setInterval(() => {
    look().catch((error) => log("warn", "a website could not be read", describeError(error)));
  }, watchMs);
  try {
    return await audit(ending.signal);
  } finally {
    clearInterval(watch);
  }
}
