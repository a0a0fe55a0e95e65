import type { Stack } from "aws-cdk-lib";
import { CfnEventSourceMapping, CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { EndpointFunction } from "./endpointGroup.ts";

/**
 * Lets nothing of a stack write but operators: requests are refused, the queues, the stream and the
 * schedule wait. Not by functions that may not run at all, for which messages would be given up.
 */
export function stopAll(stack: Stack) {
  for (const each of stack.node.findAll()) {
    if (each instanceof CfnEventSourceMapping) each.enabled = false;
    if (each instanceof CfnSchedule) each.state = "DISABLED";
    if (each instanceof CfnFunction && each.node.scope instanceof EndpointFunction) {
      each.reservedConcurrentExecutions = 0;
    }
  }
}
