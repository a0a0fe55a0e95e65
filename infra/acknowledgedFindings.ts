import { type Stack, Validations } from "aws-cdk-lib";

/** What cdk-nag finds and we keep, with the reason; anything else it finds fails `cdk synth`. */
export const acknowledgedFindings = [
  {
    id: "AwsSolutions-APIG4",
    reason: "Every endpoint checks the api-key header itself (section 5 of the specification).",
  },
  {
    id: "AwsSolutions-IAM5[Resource::*]",
    reason: "X-Ray's actions to write traces take no resource; nothing else is allowed on *.",
  },
  {
    id: "Serverless-LambdaDLQ",
    reason:
      "API Gateway and operators wait for the answer and see an error themselves; " +
      "the function on the stream has a dead-letter queue.",
  },
  {
    id: "Serverless-SQSRedrivePolicy",
    reason: "The queue is a dead-letter queue itself, with an alarm on it.",
  },
  {
    id: "Serverless-SNSRedrivePolicy",
    reason: "An alarm whose mail is lost is still red in CloudWatch.",
  },
];

export function acknowledgeFindings(stack: Stack) {
  Validations.of(stack).acknowledge(...acknowledgedFindings);
}
