import type { Settings } from "./settingsSchema.ts";

/** What is the same in every stage, and the sizes of a small one: Lambda takes no less than two workers at once. */
const common = {
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
  endpointMemoryMb: 1024,
  workerMemoryMb: 512,
  uptime: { memoryMb: 512, maxConcurrency: 2, intervalMinutes: 5 },
  rounds: { memoryMb: 512, maxConcurrency: 2 },
  subscriptions: { memoryMb: 512, maxConcurrency: 2 },
  audit: { memoryMb: 448, maxConcurrency: 2, intervalMinutes: 24 * 60, maxPages: 250 },
  competitorReader: { memoryMb: 512, maxConcurrency: 2 },
  deliverer: { memoryMb: 512, maxConcurrency: 10 },
  retrier: { memoryMb: 512, maxConcurrency: 10 },
  cleanup: { memoryMb: 512, maxConcurrency: 2 },
  mailer: { memoryMb: 512, maxConcurrency: 2 },
};

/**
 * The settings of each stage: sizes, and what belongs to your account, such as `page` and `contactUrl`. The
 * schema describes each. Every deployment uses exactly these.
 */
export const stages: Readonly<Record<string, Settings>> = {
  dev: {
    ...common,
    stage: "dev",
    logRetentionDays: 7,
    throttling: { requestsPerSecond: 200, burst: 400 },
    openThrottling: { requestsPerSecond: 50, burst: 100 },
    keepData: false,
    isProtected: false,
    hasCanary: false,
    hasHealthCheck: false,
    latencyAlarmMs: 3000,
  },
  prod: {
    ...common,
    stage: "prod",
    logRetentionDays: 90,
    throttling: { requestsPerSecond: 5000, burst: 5000 },
    openThrottling: { requestsPerSecond: 500, burst: 1000 },
    keepData: true,
    isProtected: true,
    hasCanary: true,
    hasHealthCheck: true,
    latencyAlarmMs: 1500,
    uptime: { ...common.uptime, maxConcurrency: 50 },
    rounds: { ...common.rounds, maxConcurrency: 100 },
    subscriptions: { ...common.subscriptions, maxConcurrency: 5 },
    audit: { ...common.audit, memoryMb: 1344, maxConcurrency: 100 },
    competitorReader: { ...common.competitorReader, maxConcurrency: 10 },
    deliverer: { ...common.deliverer, maxConcurrency: 100 },
    retrier: { ...common.retrier, maxConcurrency: 100 },
    cleanup: { ...common.cleanup, maxConcurrency: 10 },
    mailer: { ...common.mailer, maxConcurrency: 5 },
  },
};
