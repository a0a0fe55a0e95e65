import type { IMetric } from "aws-cdk-lib/aws-cloudwatch";
import {
  AttributeType,
  Billing,
  type ITableV2,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from "aws-cdk-lib/aws-dynamodb";
import { StringParameter } from "aws-cdk-lib/aws-ssm";
import type { Construct } from "constructs";
import type { ServiceFunction } from "../function/serviceFunction.ts";
import type { Settings } from "../settings.ts";
import { PERIOD, sumOf, type Watch } from "../watching/alarms.ts";
import { removalPolicyFor } from "./retention.ts";

const INDEX_NAME = "gsi1";
/** The index with keys only. */
const SEARCH_INDEX_NAME = "gsi2";

/** The stage's table, the stack's own or a restored one that replaces it, and its stream for other stacks. */
export function tableOf(
  scope: Construct,
  settings: Settings,
): { table: ITableV2; streamArn: string } {
  const { restoredStreamArn, stage } = settings;
  if (restoredStreamArn) {
    const [tableArn = ""] = restoredStreamArn.split("/stream/");
    const table = TableV2.fromTableArn(scope, "RestoredTable", tableArn);
    return { table, streamArn: restoredStreamArn };
  }
  const table = new ServiceTable(scope, "Table", settings);
  return { table, streamArn: new StreamParameter(scope, stage, table).streamArn };
}

/**
 * Tells other stacks the ARN of the table's stream. Another ARN would replace the mapping of its consumer, and
 * Lambda refuses a second one of the same stream. This reference is a constant text, so no deployment
 * takes it for another ARN.
 */
class StreamParameter extends StringParameter {
  readonly streamArn: string;

  constructor(scope: Construct, stage: string, { tableStreamArn = "" }: ITableV2) {
    const parameterName = `/reseller-monitoring/${stage}/stream`;
    super(scope, "StreamParameter", {
      parameterName,
      description: "The stream of the table",
      stringValue: tableStreamArn,
    });
    this.streamArn = `{{resolve:ssm:${parameterName}}}`;
  }
}

/**
 * The one table. Encrypted with the key that DynamoDB owns: a KMS key of our own would add a cost
 * per request and a way to lose all data, and nobody outside this account reads the table.
 */
class ServiceTable extends TableV2 {
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
          // The attributes that queries of this index read, and the two that identify an ElectroDB entity.
          nonKeyAttributes: [
            "__edb_e__",
            "__edb_v__",
            "uuid",
            "reseller_uuid",
            "name",
            "created_at",
            "due_at",
            // What a round needs to know about a website.
            "target",
          ],
        },
        {
          indexName: SEARCH_INDEX_NAME,
          partitionKey: { name: "gsi2pk", type: AttributeType.STRING },
          sortKey: { name: "gsi2sk", type: AttributeType.STRING },
          // The key of the record, which is then read from the table.
          projectionType: ProjectionType.KEYS_ONLY,
        },
      ],
      billing: Billing.onDemand(),
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: "expires_epoch",
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      deletionProtection: settings.isProtected,
      removalPolicy: removalPolicyFor(settings),
    });
  }
}

/** A metric of the table and of each of its indexes. */
export function countsOf(table: ITableV2, metricName: string): IMetric[] {
  const options = { period: PERIOD, statistic: "sum" };
  const ofIndex = (GlobalSecondaryIndexName: string) =>
    table.metric(metricName, {
      ...options,
      dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName },
    });
  return [table.metric(metricName, options), ...[INDEX_NAME, SEARCH_INDEX_NAME].map(ofIndex)];
}

/** Throttled requests: a partition of the table or of an index gets more than it can take. */
export function watchTable(table: ITableV2): Watch {
  const counts = ["Read", "Write"].flatMap((kind) => countsOf(table, `${kind}ThrottleEvents`));
  return {
    id: "tableThrottles",
    loss: "The table is throttled: requests get a 503, and checks and events are late.",
    metric: sumOf(counts),
    above: 100,
  };
}

type Action =
  | "GetItem"
  | "BatchGetItem"
  | "Query"
  | "PutItem"
  | "UpdateItem"
  | "DeleteItem"
  | "ConditionCheckItem"
  | "BatchWriteItem";

export const EVERY_READ = ["GetItem", "BatchGetItem", "Query"] as const;
export const EVERY_WRITE = ["PutItem", "UpdateItem", "DeleteItem"] as const;

/**
 * A function's actions on the table by the beginning of the partition key; a transaction needs the
 * actions of its parts. Prefixes other than `reseller#` are granted sparingly: a compromised function
 * that reads foreign websites must not be able to write an `apiKey#`. IAM compares all keys of a
 * request with one statement, so a request can't mix prefixes with different permissions.
 */
export interface TableAccess {
  table: Readonly<Record<string, readonly Action[]>>;
  index?: Readonly<Record<string, readonly Action[]>>;
  search?: Readonly<Record<string, readonly Action[]>>;
}

/** Allows a function exactly these actions on the table and on the indexes that are named. */
export function allowTableAccess(to: ServiceFunction, { tableArn }: ITableV2, access: TableAccess) {
  const { table, index = {}, search = {} } = access;
  const resources = [
    { arn: tableArn, access: table },
    { arn: `${tableArn}/index/${INDEX_NAME}`, access: index },
    { arn: `${tableArn}/index/${SEARCH_INDEX_NAME}`, access: search },
  ];
  for (const { arn, access } of resources) {
    // One statement per set of keys: IAM compares all keys of a transaction with those of one statement.
    const actions = [...new Set(Object.values(access).flat())];
    const startsFor = (action: Action) =>
      Object.keys(access).filter((start) => access[start]?.includes(action));
    for (const group of Map.groupBy(actions, (action) => startsFor(action).join()).values()) {
      const starts = group[0] ? startsFor(group[0]) : [];
      const keys = { "dynamodb:LeadingKeys": starts.map((start) => `${start}*`) };
      to.allow(
        group.map((action) => `dynamodb:${action}`),
        arn,
        { "ForAllValues:StringLike": keys },
      );
    }
  }
}
