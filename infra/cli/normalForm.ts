import { functionBehind, referencesIn, resourcesOf, type Template } from "../local/template.ts";

type Values = Record<string, unknown>;

/** What of a template a reviewer reads: resources by number, routes, and each function with what it may do. */
export function normalForm(template: Template): string {
  const functions = resourcesOf(template, "AWS::Lambda::Function").filter(
    // The CDK's own function, which empties the bucket of a stage that keeps nothing, has no tag.
    ([, { Properties }]) => nameOf(Properties),
  );
  const names = new Map(functions.map(([id, { Properties }]) => [id, nameOf(Properties)]));
  const named = nameResources(template, names);
  const sections = functions
    .map(([id, { Properties }]) =>
      describeFunction(template, { id, properties: Properties, named }),
    )
    .toSorted();
  const all = [
    countResources(template),
    describeApi(template),
    describeSchedules(template, named),
    describeAlarms(template, named),
    ...sections,
  ];
  return all.map((section) => `${section}\n`).join("\n");
}

/** How many requests a second, and at once, each route takes. */
function describeApi(template: Template): string {
  const [[, stage] = []] = resourcesOf(template, "AWS::ApiGatewayV2::Stage");
  const { DefaultRouteSettings = {}, RouteSettings = {} } = stage?.Properties ?? {};
  const settings = { "any route": DefaultRouteSettings, ...(RouteSettings as Values) };
  const routes = Object.entries(settings as Record<string, Values>).map(
    ([route, { ThrottlingRateLimit, ThrottlingBurstLimit }]) =>
      `  ${route}: ${ThrottlingRateLimit} a second, ${ThrottlingBurstLimit} at once`,
  );
  return ["API", ...routes].join("\n");
}

function describeSchedules(template: Template, named: Described["named"]): string {
  const schedules = resourcesOf(template, "AWS::Scheduler::Schedule").map(([, { Properties }]) => {
    const { Arn, RetryPolicy = {} } = Properties["Target"] as Values;
    const { MaximumRetryAttempts = "many" } = RetryPolicy as Values;
    return `  ${Properties["ScheduleExpression"]}: ${named(Arn)}, ${MaximumRetryAttempts} retries`;
  });
  return ["schedules", ...schedules.toSorted()].join("\n");
}

const SIGNS: Record<string, string> = {
  GreaterThanThreshold: ">",
  GreaterThanOrEqualToThreshold: ">=",
  LessThanThreshold: "<",
};

interface Measured {
  Id: string;
  Expression?: string;
  ReturnData?: boolean;
  MetricStat?: { Metric: Values; Stat: string };
}

/** Each alarm with the expression that it judges, and what the letters in the expression stand for. */
function describeAlarms(template: Template, named: Described["named"]): string {
  const alarms = resourcesOf(template, "AWS::CloudWatch::Alarm").flatMap(([id, { Properties }]) => {
    const { ComparisonOperator, Threshold, EvaluationPeriods, TreatMissingData } = Properties;
    const { Metrics = [], AlarmActions = [] } = Properties as { Metrics?: Measured[] } & Values;
    const judged = Metrics.find(({ ReturnData = true }) => ReturnData)?.Expression;
    const { MetricName, Statistic, ExtendedStatistic, Period } = Properties;
    const whole = judged ?? `${Statistic ?? ExtendedStatistic} ${MetricName}`;
    const rule = `${whole} ${SIGNS[String(ComparisonOperator)]} ${Threshold}, ${EvaluationPeriods} times`;
    const period = Period ? ` in ${Period} s` : "";
    const recipients = referencesIn(AlarmActions).map((action) => `, to ${named({ Ref: action })}`);
    return [
      `  ${named({ Ref: id })}: ${rule}${period}, no data: ${TreatMissingData}${recipients.join("")}`,
      ...Metrics.flatMap(({ Id, MetricStat }) =>
        MetricStat ? [`    ${Id} ${MetricStat.Stat} ${measuredBy(MetricStat.Metric, named)}`] : [],
      ),
    ];
  });
  return ["alarms", ...alarms].join("\n");
}

function measuredBy({ MetricName, Dimensions }: Values, named: Described["named"]): string {
  const dimensions = (Dimensions ?? []) as { Value: unknown }[];
  return [MetricName, ...dimensions.map(({ Value }) => named(Value))].join(" ");
}

function countResources(template: Template): string {
  const types = Object.values(template.Resources).map(({ Type }) => Type);
  const count = (type: string) => types.filter((each) => each === type).length;
  return [
    `resources ${types.length}`,
    `  functions ${count("AWS::Lambda::Function")}`,
    `  routes ${count("AWS::ApiGatewayV2::Route")}`,
    `  queues ${count("AWS::SQS::Queue")}`,
    `  alarms ${count("AWS::CloudWatch::Alarm")}`,
  ].join("\n");
}

interface Described {
  id: string;
  properties: Values;
  named: (value: unknown) => string;
}

function describeFunction(template: Template, { id, properties, named }: Described): string {
  const { MemorySize, Timeout, Environment } = properties;
  const { Variables = {} } = (Environment ?? {}) as { Variables?: Values };
  const isCalled = (value: unknown) => functionBehind(template, value) === id;
  return [
    `${nameOf(properties)}  ${MemorySize} MB, ${Timeout} s`,
    ...routesTo(template, isCalled),
    ...sourcesOf(template, { isCalled, named }),
    ...(properties["RecursiveLoop"] === "Allow" ? ["  may go on by its own queue"] : []),
    `  variables ${Object.keys(Variables).toSorted().join(" ")}`,
    ...permissionsOf(template, { role: properties["Role"], named }),
  ].join("\n");
}

/** Each route's path, one line for all. */
function routesTo(template: Template, isCalled: (value: unknown) => boolean): string[] {
  const routes = resourcesOf(template, "AWS::ApiGatewayV2::Route").flatMap(([, { Properties }]) => {
    const [integration = ""] = referencesIn(Properties["Target"]);
    const { IntegrationUri } = template.Resources[integration]?.Properties ?? {};
    return isCalled(IntegrationUri) ? [String(Properties["RouteKey"])] : [];
  });
  return routes.toSorted().map((route) => `  route ${route}`);
}

function sourcesOf(
  template: Template,
  { isCalled, named }: { isCalled: (value: unknown) => boolean; named: Described["named"] },
): string[] {
  const mappings = resourcesOf(template, "AWS::Lambda::EventSourceMapping").map(
    ([, { Properties }]) => Properties,
  );
  return mappings
    .filter(({ FunctionName }) => isCalled(FunctionName))
    .flatMap((mapping) => {
      const { EventSourceArn, BatchSize, MaximumBatchingWindowInSeconds: window = 0 } = mapping;
      const { MaximumConcurrency } = (mapping["ScalingConfig"] ?? {}) as Values;
      const atOnce = MaximumConcurrency ? `, ${MaximumConcurrency} calls at once` : "";
      const [source = ""] = referencesIn(EventSourceArn);
      const { VisibilityTimeout, RedrivePolicy } = template.Resources[source]?.Properties ?? {};
      const { maxReceiveCount } = (RedrivePolicy ?? {}) as Values;
      const again = VisibilityTimeout
        ? `, again after ${VisibilityTimeout} s, ${maxReceiveCount} times`
        : "";
      return [`  fed by ${named(EventSourceArn)}: ${BatchSize} in ${window} s${atOnce}${again}`];
    })
    .toSorted();
}

interface Statement {
  Action: string | string[];
  Resource: unknown;
  Condition?: Record<string, Values>;
}

function permissionsOf(
  template: Template,
  { role, named }: { role: unknown; named: Described["named"] },
): string[] {
  const [roleId] = referencesIn(role);
  const statements = resourcesOf(template, "AWS::IAM::Policy")
    .filter(([, { Properties }]) => referencesIn(Properties["Roles"]).includes(roleId ?? ""))
    .flatMap(([, { Properties }]) => {
      const { Statement } = Properties["PolicyDocument"] as { Statement: Statement[] };
      return Statement;
    });
  return statements
    .flatMap(({ Action, Resource, Condition }) => {
      const keys = Condition?.["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"];
      const only = Array.isArray(keys) ? ` ${keys.join(" ")}` : "";
      const actions = [Action].flat().toSorted().join(" ");
      return [Resource].flat().map((resource) => `  may ${actions} on ${named(resource)}${only}`);
    })
    .filter((line) => !line.includes("logs:"))
    .toSorted();
}

/** Names queues after their functions, and other resources by their logical id without its hash. */
function nameResources(template: Template, functions: Map<string, string>) {
  const queues = new Map<string, string>();
  for (const [, { Properties }] of resourcesOf(template, "AWS::Lambda::EventSourceMapping")) {
    const [source = ""] = referencesIn(Properties["EventSourceArn"]);
    const worker = functions.get(functionBehind(template, Properties["FunctionName"])) ?? source;
    const { RedrivePolicy } = template.Resources[source]?.Properties ?? {};
    if (template.Resources[source]?.Type !== "AWS::SQS::Queue") continue;
    queues.set(source, `the queue of ${worker}`);
    const [deadLetters] = referencesIn(RedrivePolicy);
    if (deadLetters) queues.set(deadLetters, `the dead letters of ${worker}`);
  }
  return (value: unknown): string => {
    if (typeof value === "string") return value;
    const [id = ""] = referencesIn(value).filter((each) => !each.startsWith("AWS::"));
    if (template.Resources[id]?.Type === "AWS::Lambda::Version") return "the new version";
    const index = /\/index\/(\w+)/.exec(JSON.stringify(value))?.[1];
    const name = functions.get(id) ?? queues.get(id) ?? id.replace(/[0-9A-F]{8}$/, "");
    return index ? `${name}/${index}` : name;
  };
}

function nameOf({ Tags }: Values): string {
  const tags = Tags as { Key: string; Value: string }[] | undefined;
  return tags?.find(({ Key }) => Key === "function")?.Value ?? "";
}
