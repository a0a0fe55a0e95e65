import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { FilterRule } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";
import { StreamConsumer } from "./streamConsumer.ts";
import { allowSending, type Worker } from "./worker.ts";

interface ChangesProps {
  settings: Settings;
  table: TableV2;
  uptime: Worker;
  competitorReader: Worker;
}

/**
 * Has new websites checked and new competitors read, and forgets the checks of a deleted website;
 * it hears of them by the table's stream.
 */
export class Changes extends StreamConsumer {
  constructor(scope: Construct, id: string, props: ChangesProps) {
    const { settings, table, uptime, competitorReader } = props;
    super(scope, id, {
      settings,
      table,
      folder: "changes",
      description: "Has new websites checked and new competitors read",
      loss: "New websites and competitors are not checked or read",
      access: {
        table: { "reseller#": ["GetItem", "Query", "PutItem", "BatchWriteItem"] },
      },
      // A filter can't compare the two images of a change: the function drops those that leave
      // the host name as it was.
      filters: [
        {
          eventName: FilterRule.or("INSERT", "MODIFY"),
          dynamodb: { NewImage: { __edb_e__: { S: FilterRule.or("website", "competitor") } } },
        },
        {
          eventName: FilterRule.isEqual("REMOVE"),
          dynamodb: { OldImage: { __edb_e__: { S: FilterRule.isEqual("website") } } },
        },
      ],
      losses: {
        gaveUp: "A new website is never checked, or a new competitor stays without its details.",
        late: "New websites wait minutes for their first check, new competitors for their details.",
      },
    });
    allowSending(this.function, {
      UPTIME_QUEUE_URL: uptime,
      COMPETITOR_QUEUE_URL: competitorReader,
    });
  }
}
