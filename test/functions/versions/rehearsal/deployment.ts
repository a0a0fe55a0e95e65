import { functionBehind, referencesIn } from "../../../../infra/local/template.ts";
import { folderBehind, type Resource, resourcesOf, synthesize } from "../../../support/stack.ts";
import { type Lambda, NEW, type Sample } from "./lambda.ts";

const template = synthesize("prod");

/** What the template says about the deployment of a function. */
export interface Deployment {
  folder: string;
  /** The folder of the hook. */
  hook: string;
  /** The share of the calls that the new version gets first, and for how many minutes. */
  share: number;
  minutes: number;
  alarms: [name: string, alarm: Resource][];
}

/** The aliases that CodeDeploy moves: those of the operators' function move at once. */
const moved = resourcesOf(template, "AWS::Lambda::Alias").filter(
  ([, { UpdatePolicy }]) => UpdatePolicy?.["CodeDeployLambdaAliasUpdate"],
);

/** The deployments of all functions that have such an alias. */
export const deployments: Deployment[] = moved.map(([, { Properties, UpdatePolicy }]) => {
  const { DeploymentGroupName, BeforeAllowTrafficHook } =
    UpdatePolicy?.["CodeDeployLambdaAliasUpdate"] ?? {};
  const group = template.Resources[DeploymentGroupName?.Ref ?? ""]?.Properties;
  const [, percent, minutes] =
    /Canary(\d+)Percent(\d+)Minutes$/.exec(group.DeploymentConfigName) ?? [];
  const ids: string[] = group.AlarmConfiguration.Alarms.map(
    ({ Name }: { Name: { Ref: string } }) => Name.Ref,
  );
  return {
    folder: folderBehind(template, Properties.FunctionName),
    hook: folderBehind(template, BeforeAllowTrafficHook),
    share: Number(percent) / 100,
    minutes: Number(minutes),
    alarms: ids.map((id) => [
      id.replace(/^(?:Gradual|Worker)Deployment(.*)[0-9A-F]{8}$/, "$1"),
      template.Resources[id] as Resource,
    ]),
  };
});

/** The alarms of a deployment that are on. */
export function alarmsOn({ alarms }: Deployment, lambda: Lambda): string[] {
  return alarms.filter(([, alarm]) => isOn(alarm, lambda)).map(([name]) => name);
}

function isOn({ Properties }: Resource, lambda: Lambda): boolean {
  const { EvaluationPeriods, Threshold } = Properties;
  return Array.from({ length: EvaluationPeriods }, (_, ago) =>
    readValue(Properties, lambda, ago),
  ).every((value) => value !== undefined && value > Threshold);
}

interface Metric {
  MetricName: string;
  Dimensions: { Name: string; Value: unknown }[];
}

interface Query {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: Metric; Period: number; Stat: string };
}

/** The value of an alarm's metric `ago` periods before now; undefined without data. */
function readValue(
  properties: Resource["Properties"],
  lambda: Lambda,
  ago: number,
): number | undefined {
  const { Metrics, Period, Statistic, ExtendedStatistic } = properties;
  if (!Metrics)
    return measure(lambda, {
      metric: properties,
      period: Period,
      stat: Statistic ?? ExtendedStatistic,
      ago,
    });
  const values = new Map<string, number | undefined>();
  let expression = "";
  for (const { Id, Expression, MetricStat } of Metrics as Query[]) {
    if (Expression) expression = Expression;
    if (!MetricStat) continue;
    const { Metric: metric, Period: period, Stat: stat } = MetricStat;
    values.set(Id, measure(lambda, { metric, period, stat, ago }));
  }
  return evaluate(expression, values);
}

/** Evaluates a metric math expression of the functions that the stack uses: no data make no data. */
function evaluate(expression: string, values: ReadonlyMap<string, number | undefined>) {
  const either = (test: boolean, one: number, other: number) => (test ? one : other);
  const fill = (value: number, other: number) => (Number.isNaN(value) ? other : value);
  const names = [...values.keys()];
  const compute = new Function("IF", "FILL", ...names, `return ${expression}`);
  const result = compute(either, fill, ...names.map((name) => values.get(name) ?? Number.NaN));
  return Number.isNaN(result) ? undefined : result;
}

interface Measured {
  metric: Metric;
  period: number;
  stat: string;
  ago: number;
}

function measure({ samples, minute }: Lambda, { metric, period, stat, ago }: Measured) {
  const minutes = period / 60;
  const until = minute - ago * minutes;
  const matches = matcher(metric);
  const values = samples
    .filter((sample) => sample.minute > until - minutes && sample.minute <= until)
    .flatMap((sample) => (matches(sample) ? readAs(metric.MetricName, sample) : []));
  if (values.length === 0) return undefined;
  const percentile = /^p(\d+)$/.exec(stat)?.[1];
  if (percentile === undefined) return values.reduce((sum, each) => sum + each, 0);
  return values.toSorted((a, b) => a - b)[
    Math.ceil((values.length * Number(percentile)) / 100) - 1
  ];
}

/** API Gateway counts what Lambda counts: a request, its latency, an error as a 5xx. */
const OF_GATEWAY: Readonly<Record<string, readonly string[]>> = {
  Count: ["Invocations"],
  "5xx": ["Errors", "FailedCalls"],
  Latency: ["Duration"],
};

function readAs(name: string, sample: Sample): number[] {
  return (OF_GATEWAY[name] ?? [name]).includes(sample.name) ? [sample.value] : [];
}

function matcher({ Dimensions }: Metric): (sample: Sample) => boolean {
  const named = (name: string) => Dimensions.find(({ Name }) => Name === name)?.Value;
  const functionName = named("FunctionName");
  const folder = functionName
    ? folderBehind(template, { Ref: functionBehind(template, functionName) })
    : undefined;
  const version = Dimensions.some(
    ({ Value }) =>
      template.Resources[referencesIn(Value)[0] ?? ""]?.Type === "AWS::Lambda::Version",
  );
  return (sample) =>
    (folder === undefined || sample.folder === folder) && (!version || sample.version === NEW);
}
