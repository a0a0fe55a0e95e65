import { Duration } from "aws-cdk-lib";
import { ReadWriteType, Trail } from "aws-cdk-lib/aws-cloudtrail";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import type { OperatorsFunction } from "./operatorsFunction.ts";
import { removalPolicyFor } from "./retention.ts";
import type { Settings } from "./settings.ts";

/**
 * Has CloudTrail record each invocation of the operators' function: by whom, from which address, with the
 * request id that the audit log has as well.
 */
export class OperatorsTrail extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { settings, watched }: { settings: Settings; watched: OperatorsFunction },
  ) {
    super(scope, id);
    const bucket = new Bucket(this, "Bucket", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [{ expiration: Duration.days(settings.auditLogDays) }],
      removalPolicy: removalPolicyFor(settings),
    });
    const trail = new Trail(this, "Trail", {
      bucket,
      isMultiRegionTrail: false,
      includeGlobalServiceEvents: false,
      managementEvents: ReadWriteType.NONE,
    });
    trail.addLambdaEventSelector([watched], { includeManagementEvents: false });
  }
}
