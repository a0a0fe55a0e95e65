import { RemovalPolicy } from "aws-cdk-lib";
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import type { Construct } from "constructs";
import type { Settings } from "./settings.ts";

export const INDEX_NAME = "gsi1";

/**
 * The one table. Encrypted with the key that DynamoDB owns: a KMS key of our own would add a cost
 * per request and a way to lose all data, and nobody outside this account reads the table.
 */
export class ServiceTable extends TableV2 {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      partitionKey: { name: "pk", type: AttributeType.STRING },
      sortKey: { name: "sk", type: AttributeType.STRING },
      globalSecondaryIndexes: [
        {
          indexName: INDEX_NAME,
          partitionKey: { name: "gsi1pk", type: AttributeType.STRING },
          sortKey: { name: "gsi1sk", type: AttributeType.STRING },
          projectionType: ProjectionType.INCLUDE,
          // What is read by this index, and the two attributes ElectroDB tells entities by.
          nonKeyAttributes: [
            "__edb_e__",
            "__edb_v__",
            "uuid",
            "reseller_uuid",
            "name",
            "created_at",
            "due_at",
          ],
        },
      ],
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: "expires_epoch",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      deletionProtection: settings.keepData,
      removalPolicy: settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
