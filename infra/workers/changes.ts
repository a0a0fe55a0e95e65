import type { ITableV2 } from "aws-cdk-lib/aws-dynamodb";
import { FilterRule } from "aws-cdk-lib/aws-lambda";
import type { Construct } from "constructs";
import { type ChangeName, followedEntities } from "../../functions/workers/changes/follows.ts";
import type { Settings } from "../settings.ts";
import { StreamConsumer } from "./streamConsumer.ts";
import { allowSending, type Queues } from "./worker.ts";

interface ChangesProps {
  settings: Settings;
  table: ITableV2;
  streamArn: string;
  /** The queues of the functions that follow changes. */
  queues: Queues;
}

/** The only consumer of the table's stream: it passes each change to the parts that follow it. */
export class Changes extends StreamConsumer {
  constructor(scope: Construct, id: string, { queues, ...props }: ChangesProps) {
    super(scope, id, {
      ...props,
      folder: "workers/changes",
      description: "Passes the changes of the table on to what follows from them",
      loss: "New websites and competitors are not checked or read, no event and no mail goes out",
      access: {
        table: {
          "auditLog#": ["PutItem"],
          "reseller#": [
            "GetItem",
            "BatchGetItem",
            "Query",
            "PutItem",
            "UpdateItem",
            "BatchWriteItem",
          ],
        },
      },
      environment: { AUDIT_LOG_DAYS: String(props.settings.auditLogDays) },
      // A filter can't compare the two images of a change; the parts ignore changes without effect.
      filters: [changesOf("INSERT"), changesOf("MODIFY"), changesOf("REMOVE")],
      losses: {
        late: "New websites wait minutes for their first check, webhooks for their events.",
        stopped:
          "Nobody follows changes any more: no first check, no event, no e-mail, no clean-up.",
        lost: "A change crashed its function again and again: nothing follows from it.",
      },
    });
    allowSending(this.function, queues);
  }
}

/** The changes of this name that some part of the function follows. */
function changesOf(eventName: ChangeName) {
  const image = { __edb_e__: { S: FilterRule.or(...followedEntities(eventName)) } };
  return {
    eventName: FilterRule.isEqual(eventName),
    dynamodb: eventName === "REMOVE" ? { OldImage: image } : { NewImage: image },
  };
}
