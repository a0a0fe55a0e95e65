import { Construct } from "constructs";
import type { Watch } from "./alarms.ts";
import { DeadLetterQueue, type Queues } from "./worker.ts";

/** Queues that have no worker yet: each becomes one of its own. */
export class PendingQueues extends Construct {
  readonly watches: Watch[];
  readonly queues: Queues;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    const [deliveries, lanes, mail] = ["Deliveries", "Lanes", "Mail"].map(
      (name) => new DeadLetterQueue(this, name),
    ) as [DeadLetterQueue, DeadLetterQueue, DeadLetterQueue];
    this.queues = {
      DELIVERIES_QUEUE_URL: { queue: deliveries },
      LANES_QUEUE_URL: { queue: lanes },
      MAIL_QUEUE_URL: { queue: mail },
    };
    this.watches = Object.entries({ deliveries, lanes, mail }).map(([name, queue]) =>
      queue.watch(`pending-${name}`, `Nothing works off the queue of ${name} yet: it only fills.`),
    );
  }
}
