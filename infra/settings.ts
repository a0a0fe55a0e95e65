import { RetentionDays } from "aws-cdk-lib/aws-logs";

/** What differs from stage to stage. */
export interface Settings {
  /** Part of the names of the stack and of the admin function. */
  stage: string;
  /** Lambda gives CPU in proportion to memory: this is how fast an endpoint answers. */
  endpointMemoryMb: number;
  workerMemoryMb: number;
  logRetention: RetentionDays;
  /** Requests that the API takes of all resellers together; what exceeds it is answered 429. */
  throttling: { requestsPerSecond: number; burst: number };
  /** Deletion protection for table and stack; the table and its logs outlive the stack. */
  keepData: boolean;
  /** 99 of 100 requests are faster than this, or an alarm tells. */
  latencyAlarmMs: number;
  /** Gets a mail when an alarm goes off; without it the alarms only go to their topic. */
  alarmEmail?: string;
}

const stages: Record<string, Settings> = {
  dev: {
    stage: "dev",
    endpointMemoryMb: 512,
    workerMemoryMb: 256,
    logRetention: RetentionDays.ONE_WEEK,
    throttling: { requestsPerSecond: 20, burst: 40 },
    keepData: false,
    latencyAlarmMs: 3000,
  },
  prod: {
    stage: "prod",
    endpointMemoryMb: 1024,
    workerMemoryMb: 512,
    logRetention: RetentionDays.THREE_MONTHS,
    throttling: { requestsPerSecond: 500, burst: 1000 },
    keepData: true,
    latencyAlarmMs: 1500,
  },
};

/** The settings of a stage, dev unless told; throws when there is no such stage. */
export function settingsFor(stage = "dev", alarmEmail?: string): Settings {
  const settings = Object.hasOwn(stages, stage) ? stages[stage] : undefined;
  if (!settings) {
    throw new Error(`There is no stage "${stage}", only ${Object.keys(stages).join(" and ")}`);
  }
  return alarmEmail ? { ...settings, alarmEmail } : settings;
}
