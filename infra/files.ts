import { Duration } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { removalPolicyFor } from "./retention.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

/** How long the files of a folder are kept; what a function no longer needs it deletes earlier. */
const KEPT = {
  // The export of a reseller that has left goes when its records do.
  offboarding: Duration.days(40),
};

type Folder = keyof typeof KEPT;

type FileAction = "s3:GetObject" | "s3:PutObject" | "s3:DeleteObject";

/** The private bucket of files that resellers download by signed URLs. */
export class Files extends Bucket {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      lifecycleRules: [
        { abortIncompleteMultipartUploadAfter: Duration.days(1) },
        ...Object.entries(KEPT).map(([folder, expiration]) => ({
          prefix: `${folder}/`,
          expiration,
        })),
      ],
      removalPolicy: removalPolicyFor(settings),
    });
  }

  /**
   * Allows a function these actions on the files whose keys begin with `folder/`, and to sign URLs for them.
   * Without `s3:ListBucket`, S3 answers 403 for a file that does not exist.
   */
  allow(to: ServiceFunction, folder: Folder, actions: FileAction[]) {
    to.addEnvironment("FILES_BUCKET", this.bucketName);
    to.allow(actions, this.arnForObjects(`${folder}/*`));
    if (actions.includes("s3:GetObject")) {
      to.allow(["s3:ListBucket"], this.bucketArn, {
        StringLike: { "s3:prefix": [`${folder}/*`] },
      });
    }
  }
}
