import type { CheckRecord } from "../../shared/entities/check.ts";
import { Website } from "../../shared/entities/website.ts";
import { optionalEnv, requireEnv } from "../../shared/env.ts";
import { describeError, log } from "../../shared/log.ts";
import { readSecret } from "../../shared/secret.ts";
import { PUT_OFF_SHARD } from "../monitoring/dueTimes.ts";
import type { Sources } from "./analyser.ts";
import { type Audit, type AuditJob, crawlAndAnalyse } from "./crawlAndAnalyse.ts";
import { inLimitedThread, TooExpensive } from "./limitedThread.ts";
import { HEAP_MB, PROCESSOR_MS } from "./limits.ts";
import { PoliteClient } from "./pages/politeClient.ts";
import { TOO_EXPENSIVE } from "./readability.ts";
import { tableCache } from "./services/answers.ts";
import { nominatim, tablePace } from "./services/nominatim.ts";
import { pageSpeedInsights } from "./services/pageSpeedInsights.ts";
import { rdap } from "./services/rdap.ts";

/** The number of audits per thread. A new thread loads the bundle again, which takes as long as a small audit. */
const SITES_A_THREAD = 50;

/** Does an audit until the signal ends it. Throws TooExpensive at the limits of processor time and memory. */
export type DoAudit = (job: AuditJob, signal?: AbortSignal) => Promise<Audit>;

/** Does an audit in a thread with limits, with the services that the stage names. */
export const auditInThread: DoAudit = inLimitedThread({
  file: import.meta.filename,
  name: "audit",
  processorMs: PROCESSOR_MS,
  heapMb: HEAP_MB,
  perThread: SITES_A_THREAD,
  // It was the largest audit of an earlier call and was ended. This time it is ended last.
  endsLast: ({ check }) => check.shard === PUT_OFF_SHARD,
  run: (job: AuditJob) =>
    crawlAndAnalyse(job, {
      client: new PoliteClient(),
      sources: findSources(),
      maxPages: Number(requireEnv("AUDIT_MAX_PAGES")),
    }),
});

/** A little more than the one second between requests that Nominatim's usage policy demands. */
const NOMINATIM_PACE_MS = 1100;

/** The services that the environment variables of the stage name. */
export function findSources(): Sources {
  const secretArn = optionalEnv("PAGESPEED_SECRET_ARN");
  const baseUrl = optionalEnv("NOMINATIM_URL");
  const pace = tablePace("nominatim", NOMINATIM_PACE_MS);
  return {
    ...(secretArn ? { speed: pageSpeedInsights({ findKey: () => readSecret(secretArn) }) } : {}),
    registry: rdap({ bootstrapUrl: requireEnv("RDAP_BOOTSTRAP_URL"), cache: tableCache }),
    directories: baseUrl ? [nominatim({ baseUrl, pace, cache: tableCache })] : [],
  };
}

/** Does an audit. If the website's pages are too expensive to read, does it again without them. */
export async function auditOrSkipPages(
  audit: (job: AuditJob) => Promise<Audit>,
  job: AuditJob,
): Promise<Audit> {
  try {
    return await audit(job);
  } catch (error) {
    if (!(error instanceof TooExpensive) || job.unreadable !== undefined) throw error;
    const { uuid: website_uuid } = job.check;
    log("warn", "a website is too expensive to read", {
      website_uuid,
      reason: error.message,
    });
    return await audit({ ...job, unreadable: TOO_EXPENSIVE });
  }
}

/** The website got another host name, or was deleted, during its audit. */
export class Superseded extends Error {}

interface Watching {
  /** How often the website is looked up, in milliseconds. */
  watchMs: number;
  /** Whether the audit should have ended by now. */
  isLate(): boolean;
}

/**
 * Does an audit, and ends it by the signal: with TooExpensive if it runs late, and with Superseded if the
 * website's host name changes or the website is deleted.
 */
export async function whileUnchanged<Result>(
  { reseller_uuid, uuid, hostname }: CheckRecord,
  { watchMs, isLate }: Watching,
  audit: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController();
  const lookUp = async () => {
    // Other threads may leave this one so little of the processor that it never reaches its own limit.
    if (isLate()) ending.abort(new TooExpensive("time"));
    const { data } = await Website.get({ reseller_uuid, uuid }).go();
    if (data?.hostname !== hostname) ending.abort(new Superseded("The website has moved or gone"));
  };
  const watch = setInterval(() => {
    lookUp().catch((error) => log("warn", "a website could not be read", describeError(error)));
  }, watchMs);
  try {
    return await audit(ending.signal);
  } finally {
    clearInterval(watch);
  }
}
