import type { Stack } from "aws-cdk-lib";
import { CfnEventSourceMapping, CfnFunction } from "aws-cdk-lib/aws-lambda";
import { CfnSchedule } from "aws-cdk-lib/aws-scheduler";
import { EndpointFunction } from "../api/endpointGroup.ts";

/**
 * Stops all writes of a stack except those of operators: requests are refused; queues, the stream and
 * the schedule wait. Blocking the functions instead would send messages to the dead-letter queues.
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
