const NAMESPACE = "ResellerMonitoring";

/**
 * Counts something in CloudWatch, by the name of the function it happens in. It is a log line in
 * CloudWatch's embedded metric format: no request is made, and on one machine it is just that.
 */
export function countMetric(name: string, value: number) {
  const metrics = [{ Name: name, Unit: "Count" }];
  const Dimensions = [["FunctionName"]];
  const metadata = {
    Timestamp: Date.now(),
    CloudWatchMetrics: [{ Namespace: NAMESPACE, Dimensions, Metrics: metrics }],
  };
  const FunctionName = process.env["AWS_LAMBDA_FUNCTION_NAME"] ?? "local";
  process.stdout.write(`${JSON.stringify({ _aws: metadata, FunctionName, [name]: value })}\n`);
}
