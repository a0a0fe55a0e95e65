import type { Settings } from "./settingsSchema.ts";

/** What is the same in every stage. */
const common = {
  auditLogDays: 400,
  /** For each reseller without limits of its own. */
  rateLimits: {
    readsPerMinute: 6000,
    writesPerMinute: 1200,
    deliveriesPerMinute: 2000,
  },
  controlUrls: [
    "https://www.google.com/generate_204",
    "https://www.cloudflare.com/cdn-cgi/trace",
    "https://aws.amazon.com/robots.txt",
    "https://www.wikipedia.org/robots.txt",
  ],
  rdapBootstrapUrl: "https://data.iana.org/rdap/dns.json",
};
const commonAudit = { intervalMinutes: 24 * 60, maxPages: 250 };

/**
 * The settings of each stage: sizes, and what belongs to your account, such as `page` and `contactUrl`. The
 * schema describes each. Every deployment uses exactly these.
 */
export const stages: Readonly<Record<string, Settings>> = {
  dev: {
    ...common,
    stage: "dev",
    endpointMemoryMb: 512,
    workerMemoryMb: 256,
    logRetentionDays: 7,
    throttling: { requestsPerSecond: 200, burst: 400 },
    slowThrottling: { requestsPerSecond: 100, burst: 200 },
    openThrottling: { requestsPerSecond: 10, burst: 20 },
    sharedPageThrottling: { requestsPerSecond: 50, burst: 100 },
    keepData: false,
    isProtected: false,
    hasCanary: false,
    hasHealthCheck: false,
    latencyAlarmMs: 3000,
    requestsAlarm: 30_000,
    uptime: { memoryMb: 512, maxConcurrency: 2, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 2 },
    subscriptions: { memoryMb: 256, maxConcurrency: 2 },
    audit: { ...commonAudit, memoryMb: 448, maxConcurrency: 2 },
    competitorReader: { memoryMb: 512, maxConcurrency: 2 },
    deliverer: { memoryMb: 512, maxConcurrency: 10 },
    retrier: { memoryMb: 512, maxConcurrency: 10 },
    cleanup: { memoryMb: 256, maxConcurrency: 2 },
    mailer: { memoryMb: 256, maxConcurrency: 2 },
  },
  prod: {
    ...common,
    stage: "prod",
    endpointMemoryMb: 1024,
    workerMemoryMb: 512,
    logRetentionDays: 90,
    throttling: { requestsPerSecond: 5000, burst: 5000 },
    slowThrottling: { requestsPerSecond: 2500, burst: 5000 },
    openThrottling: { requestsPerSecond: 50, burst: 100 },
    sharedPageThrottling: { requestsPerSecond: 500, burst: 1000 },
    keepData: true,
    isProtected: true,
    hasCanary: true,
    hasHealthCheck: true,
    latencyAlarmMs: 1500,
    requestsAlarm: 300_000,
    uptime: { memoryMb: 512, maxConcurrency: 50, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 100 },
    subscriptions: { memoryMb: 512, maxConcurrency: 5 },
    audit: { ...commonAudit, memoryMb: 1344, maxConcurrency: 100 },
    competitorReader: { memoryMb: 512, maxConcurrency: 10 },
    deliverer: { memoryMb: 512, maxConcurrency: 100 },
    retrier: { memoryMb: 512, maxConcurrency: 100 },
    cleanup: { memoryMb: 512, maxConcurrency: 10 },
    mailer: { memoryMb: 512, maxConcurrency: 5 },
  },
};
