import { Stats } from "aws-cdk-lib/aws-cloudwatch";
import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { SIGNING_KEY_FAULTS } from "../shared/metrics.ts";
import type { Watch } from "./alarms.ts";
import { removalPolicyFor } from "./retention.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";
import { ownMetric } from "./uptime.ts";

const LENGTH = 64;

/** The stage's signing key: the stack's own, or the replica of one whose region was lost. */
export function signingKeyOf(scope: Construct, settings: Settings): ISecret {
  const { restoredSigningKeyArn } = settings;
  return restoredSigningKeyArn
    ? Secret.fromSecretCompleteArn(scope, "RestoredSigningKey", restoredSigningKeyArn)
    : new SigningKey(scope, "SigningKey", settings);
}

/**
 * The key from which the secrets of all webhooks are derived. It is never rotated, because every
 * receiver would need a new secret. The account's KMS key of Secrets Manager encrypts it.
 */
class SigningKey extends Secret {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: "The key that webhooks' secrets are derived from",
      generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
      removalPolicy: removalPolicyFor(settings),
      ...(settings.recoveryRegion && { replicaRegions: [{ region: settings.recoveryRegion }] }),
    });
  }
}

/** The table access of a function that reads the signing key: it compares the key's fingerprint. */
export const signingAccess = { "table#": ["PutItem"] } as const;

/** Lets a function read the signing key, and sets the variable with its ARN. */
export function allowSigning(to: ServiceFunction, { secretArn }: ISecret) {
  to.addEnvironment("SIGNING_KEY_SECRET_ARN", secretArn);
  to.allow(["secretsmanager:GetSecretValue"], secretArn);
}

/** Counted by the function itself (`functions/events/signingKey.ts`). */
export function watchSigningKey(from: ServiceFunction): Watch {
  return {
    id: `${from.folderName}SigningKey`,
    loss: "The signing key is missing or another one: webhooks receive nothing, and their secrets can't be read.",
    metric: ownMetric(from, SIGNING_KEY_FAULTS, Stats.SUM),
  };
}
