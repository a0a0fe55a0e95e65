import { RemovalPolicy } from "aws-cdk-lib";
import type { Settings } from "../settings.ts";

/**
 * Whether a resource with data outlives its stack. A retained resource must not have a fixed name, or
 * the next stack could not create its own. A failed first deployment leaves nothing behind.
 */
export function removalPolicyFor({ keepData }: Settings): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
