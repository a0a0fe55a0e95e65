import { type Stack, Validations } from "aws-cdk-lib";

/** Accepted findings of cdk-nag with their reasons; any other finding fails `cdk synth`. */
const acknowledgedFindings = [
  {
    ids: ["AwsSolutions-APIG4"],
    reason: "Every endpoint checks the api-key header itself (section 5 of the specification).",
  },
  {
    ids: [
      "AwsSolutions-IAM5[Resource::*]",
      "Serverless-LambdaTracing",
      "AwsSolutions-IAM5[Resource::<MonitoringChangesLostRecords76D05A4B.Arn>/aws/lambda/*]",
    ],
    reason:
      "A trace without a tracer says no more than the log, CodeDeploy asks for alarms of every kind, " +
      "and Lambda names the objects with the records that it gave up.",
  },
  {
    ids: [
      "Serverless-LambdaDLQ",
      "Serverless-LambdaEventSourceMappingDestination",
      "Serverless-LambdaAsyncFailureDestination",
    ],
    reason:
      "What fails has another place: API Gateway and operators wait for the answer, the stream " +
      "and each queue have a dead-letter queue, and a tick of the schedule is followed by another.",
  },
  {
    ids: ["AwsSolutions-SQS3", "Serverless-SQSRedrivePolicy", "AwsSolutions-S1"],
    reason: "The queue or bucket holds dead letters itself, with an alarm on it.",
  },
  {
    ids: ["AwsSolutions-SMG4"],
    reason:
      "Another signing key would be another secret of every webhook, so all deliveries would fail.",
  },
  {
    ids: ["Serverless-SNSRedrivePolicy"],
    reason:
      "An alarm whose message is lost is still red in CloudWatch; to an address that bounced, " +
      "SES's own suppression list sends nothing either.",
  },
];

export function acknowledgeFindings(stack: Stack) {
  for (const { ids, reason } of acknowledgedFindings)
    Validations.of(stack).acknowledge(...ids.map((id) => ({ id, reason })));
}
