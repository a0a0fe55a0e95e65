import type { Settings } from "./settings.ts";

const publicServices = { rdapBootstrapUrl: "https://data.iana.org/rdap/dns.json" };

/** Of each reseller, where an operator has not set others. */
const rateLimits = { readsPerMinute: 6000, writesPerMinute: 1200 };

/**
 * What is deployed, stage by stage: sizes, and what belongs to an account, such as `alarmEmail` and
 * `contactUrl` (`DeploymentSettings` of settings.ts lists all). Every deployment does what stands here.
 */
export const stages: Readonly<Record<string, Settings>> = {
  dev: {
    stage: "dev",
    endpointMemoryMb: 512,
    workerMemoryMb: 256,
    logRetentionDays: 7,
    throttling: { requestsPerSecond: 200, burst: 400 },
    openThrottling: { requestsPerSecond: 10, burst: 20 },
    rateLimits,
    keepData: false,
    isProtected: false,
    shift: "AllAtOnce",
    latencyAlarmMs: 3000,
    uptime: { memoryMb: 512, maxConcurrency: 2, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 2 },
    subscriptions: { memoryMb: 256, maxConcurrency: 2 },
    audit: {
      memoryMb: 1024,
      maxConcurrency: 2,
      intervalMinutes: 24 * 60,
      atOnce: 16,
      maxPages: 500,
    },
    slowAudit: { memoryMb: 1024, maxConcurrency: 2 },
    competitorReader: { memoryMb: 512, maxConcurrency: 2 },
    deliverer: { memoryMb: 512, maxConcurrency: 10 },
    retrier: { memoryMb: 512, maxConcurrency: 10 },
    cleanup: { memoryMb: 256, maxConcurrency: 2 },
    mailer: { memoryMb: 256, maxConcurrency: 2 },
    mailFeedback: { memoryMb: 256, maxConcurrency: 2 },
    ...publicServices,
  },
  prod: {
    stage: "prod",
    endpointMemoryMb: 1024,
    workerMemoryMb: 512,
    logRetentionDays: 90,
    throttling: { requestsPerSecond: 2000, burst: 5000 },
    openThrottling: { requestsPerSecond: 50, burst: 100 },
    rateLimits,
    keepData: true,
    isProtected: true,
    shift: "Canary10Percent10Minutes",
    latencyAlarmMs: 1500,
    concurrency: { account: 1000, eachEndpoint: 30, eachOpen: 5 },
    uptime: { memoryMb: 512, maxConcurrency: 50, intervalMinutes: 5 },
    rounds: { memoryMb: 512, maxConcurrency: 100 },
    subscriptions: { memoryMb: 512, maxConcurrency: 5 },
    audit: {
      memoryMb: 1024,
      maxConcurrency: 100,
      intervalMinutes: 24 * 60,
      atOnce: 16,
      maxPages: 500,
    },
    slowAudit: { memoryMb: 1024, maxConcurrency: 40 },
    competitorReader: { memoryMb: 512, maxConcurrency: 10 },
    deliverer: { memoryMb: 512, maxConcurrency: 100 },
    retrier: { memoryMb: 512, maxConcurrency: 100 },
    cleanup: { memoryMb: 512, maxConcurrency: 10 },
    mailer: { memoryMb: 512, maxConcurrency: 5 },
    mailFeedback: { memoryMb: 256, maxConcurrency: 2 },
    ...publicServices,
  },
};
