import { Construct } from "constructs";
import type { Watch } from "./alarms.ts";
import { DeadLetterQueue, type Queues } from "./worker.ts";

/** Queues that have no worker yet: each becomes one of its own. */
export class PendingQueues extends Construct {
  readonly watches: Watch[];
  readonly queues: Queues;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const mail = new DeadLetterQueue(this, "Mail");
    this.queues = {
      MAIL_QUEUE_URL: { queue: mail },
    };
    this.watches = Object.entries({ mail }).map(([name, queue]) =>
      queue.watch(`pending-${name}`, `Nothing works off the queue of ${name} yet: it only fills.`),
    );
  }
}
