import type { CheckRecord } from "../../shared/entities/check.ts";
import { Website } from "../../shared/entities/website.ts";
import { describeError, log } from "../../shared/log.ts";

/** The website has got another host name, or has gone, while it was audited. */
export class Superseded extends Error {}

/**
 * Does an audit of a website for as long as the website has the host name that the audit is of: the
 * signal ends it soon after, with a Superseded.
 */
export async function whileAudited<Result>(
  { reseller_uuid, uuid, hostname }: CheckRecord<"audit">,
  watchMs: number,
  audit: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const look = async () => {
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
