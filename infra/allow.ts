import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { ServiceFunction } from "./serviceFunction.ts";

/** Allows a function exactly these actions on one resource: CDK's own grants allow more than is used. */
export function allow(
  to: ServiceFunction,
  actions: string[],
  resource: string,
  conditions?: Record<string, unknown>,
) {
  to.addToRolePolicy(
    new PolicyStatement({ actions, resources: [resource], ...(conditions && { conditions }) }),
  );
}
