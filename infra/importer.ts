import { Duration } from "aws-cdk-lib";
import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Files } from "./files.ts";
import type { Settings } from "./settings.ts";
import { allowSending, Worker } from "./worker.ts";

/** Checks the files of imports and onboards their customers. */
export class Importer extends Worker {
  constructor(
    scope: Construct,
    id: string,
    { settings, table, files }: { settings: Settings; table: ITableV2; files: Files },
  ) {
    super(scope, id, {
      settings,
      table,
      folder: "imports/importer",
      description: "Checks the files of imports and onboards their customers",
      loss: "Imports of customers stand still",
      access: {
        table: {
          "reseller#": ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"],
        },
        search: { "reseller#": ["Query"] },
      },
      size: settings.importer,
      // Longer work continues with a new message.
      timeout: Duration.minutes(3),
      batchSize: 1,
      losses: {
        gaveUp: "An import stands still until it is started again.",
        late: "Imports wait minutes for each other.",
      },
    });
    allowSending(this.function, { IMPORTS_QUEUE_URL: this });
    files.allow(this.function, "imports", ["s3:GetObject", "s3:DeleteObject"]);
  }
}
