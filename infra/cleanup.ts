import type { TableV2 } from "aws-cdk-lib/aws-dynamodb";
import { FilterRule } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";
import { StreamConsumer } from "./streamConsumer.ts";

/** The deletion of a record that has others of its own. */
const DELETED_PARENT = {
  eventName: FilterRule.isEqual("REMOVE"),
  dynamodb: { OldImage: { __edb_e__: { S: FilterRule.or("business", "website") } } },
};

/** Deletes what belonged to a deleted business or website; it hears of them by the table's stream. */
export class Cleanup extends StreamConsumer {
  constructor(
    scope: Construct,
    id: string,
    { settings, table }: { settings: Settings; table: TableV2 },
  ) {
    super(scope, id, {
      settings,
      table,
      folder: "cleanup",
      description: "Deletes what belonged to a deleted business or website",
      loss: "What belonged to a deleted record stays stored",
      access: {
        table: { "reseller#": ["Query", "BatchWriteItem"] },
      },
      filters: [DELETED_PARENT],
      losses: {
        gaveUp: "Websites, competitors or feed items of a deleted record stay stored for good.",
        late: "What belonged to a deleted record stays stored for minutes instead of seconds.",
      },
    });
  }
}
