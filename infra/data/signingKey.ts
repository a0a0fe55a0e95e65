import { type ISecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import type { ServiceFunction } from "../function/serviceFunction.ts";
import type { Settings } from "../settings.ts";
import { removalPolicyFor } from "./retention.ts";

const LENGTH = 64;

/**
 * The key from which the secrets of all webhooks are derived. It is never rotated, because every
 * receiver would need a new secret. The account's KMS key of Secrets Manager encrypts it.
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

/** Lets a function read the signing key, and sets the variable with its ARN. */
export function allowSigning(to: ServiceFunction, { secretArn }: ISecret) {
  to.addEnvironment("SIGNING_KEY_SECRET_ARN", secretArn);
  to.allow(["secretsmanager:GetSecretValue"], secretArn);
}
