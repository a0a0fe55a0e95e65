import { RemovalPolicy } from "aws-cdk-lib";
import type { Settings } from "./settings.ts";

/**
 * What becomes of something with data when the stack goes. What is kept must have no fixed name: it
 * would stand in the way of the next stack. A first deployment that fails leaves nothing behind.
 */
export function removalPolicyFor({ keepData }: Settings): RemovalPolicy {
  return keepData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
