import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { removalPolicyFor } from "./retention.ts";
import type { ServiceFunction } from "./serviceFunction.ts";
import type { Settings } from "./settings.ts";

const LENGTH = 64;

/**
 * The key that the secrets of all webhooks are derived from. Never rotated: every receiver would
 * have to take a new secret. Encrypted with the KMS key that Secrets Manager has in this account.
 */
export class SigningKey extends Secret {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id, {
      description: "The key that webhooks' secrets are derived from",
      generateSecretString: { passwordLength: LENGTH, excludePunctuation: true },
      removalPolicy: removalPolicyFor(settings),
    });
  }
}

/** Tells a function where the signing key is, and lets it read it. */
export function allowSigning(to: ServiceFunction, { secretArn }: ISecret) {
  to.addEnvironment("SIGNING_KEY_SECRET_ARN", secretArn);
  to.allow(["secretsmanager:GetSecretValue"], secretArn);
}
