import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import type { ServiceFunction } from "../function/serviceFunction.ts";
import type { Settings } from "../settings.ts";
import type { Watch } from "../watching/alarms.ts";
import { Audit } from "./audit.ts";
import { Changes } from "./changes.ts";
import { CompetitorReader } from "./competitorReader.ts";
import { Schedule } from "./schedule.ts";
import { Subscriptions } from "./subscriptions.ts";
import { Rounds, Uptime } from "./uptime.ts";
import type { Queues, Worker } from "./worker.ts";

interface MonitoringProps {
  settings: Settings;
  table: ITableV2;
  /** The stream of the table. */
  streamArn: string;
  /** The other consumers of changes of the table. */
  queues: Queues;
  retrier: Worker;
  mailer: Worker;
  cleanup: Worker;
}

/** The checks of websites: the schedule that finds due ones, their queues and workers. */
export class Monitoring extends Construct {
  readonly watches: Watch[];
  readonly competitorReader: Worker;
  readonly changes: Changes;
  /** The functions that decide whether a website is down. */
  readonly deciding: readonly ServiceFunction[];
  /** The functions that check websites. */
  readonly checking: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, { queues, ...props }: MonitoringProps) {
    super(scope, id);
    const uptime = new Uptime(this, "Uptime", props);
    const rounds = new Rounds(this, "Rounds", { ...props, uptime });
    this.deciding = [rounds.function, uptime.function];
    const audit = new Audit(this, "Audit", props);
    this.checking = [...this.deciding, audit.function];
    const subscriptions = new Subscriptions(this, "Subscriptions", { ...props, uptime, audit });
    const competitorReader = new CompetitorReader(this, "CompetitorReader", props);
    this.competitorReader = competitorReader;
    const workers = { rounds, audit, subscriptions };
    const schedule = new Schedule(this, "Schedule", { ...props, ...workers });
    const changes = new Changes(this, "Changes", {
      ...props,
      queues: {
        ...queues,
        COMPETITOR_QUEUE_URL: competitorReader,
        SUBSCRIPTIONS_QUEUE_URL: subscriptions,
      },
    });
    this.changes = changes;
    this.watches = [
      rounds,
      uptime,
      subscriptions,
      audit,
      competitorReader,
      schedule,
      changes,
    ].flatMap(({ watches }) => watches);
  }
}
