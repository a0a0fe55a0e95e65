import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { App } from "aws-cdk-lib";
import type { LambdaFunctionURLEvent } from "aws-lambda";
import { onTestFinished, vi } from "vitest";
import { callerHandler } from "../../functions/outside/caller/askOutside.ts";
import { siteHandler } from "../../functions/outside/site/answerVisit.ts";
import { buildEvent, readResult } from "../../infra/local/http/payload.ts";
import { addOutside } from "../../infra/outside.ts";
import { settingsFor } from "../../infra/settings.ts";
import { newUuid } from "../../shared/uuid.ts";
import { type Certificate, type CertificateOptions, makeCertificate } from "./certificate.ts";
import { type Site, serve } from "./site.ts";

/** Lets this process trust the certificates of an authority of its own, which it returns, until the test ends. */
export function trustOwnAuthority(): Certificate {
  const authority = makeCertificate({ commonName: "Authority", authority: true });
  const before = tls.getCACertificates("default");
  tls.setDefaultCACertificates([...before, authority.cert]);
  onTestFinished(() => tls.setDefaultCACertificates(before));
  return authority;
}

/** Serves an HTTP service by HTTPS on loopback; `change` may change the headers of each request. */
export async function serveByTls(
  { baseUrl, change = (headers) => headers }: { baseUrl: string; change?: ChangeHeaders },
  certificate: CertificateOptions,
  port = 0,
): Promise<Site> {
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = "GET", url, headers } = request;
    const body = await text(request);
    const { connection: _, host: __, "content-length": ___, ...rest } = headers;
    const answer = await fetch(baseUrl + url, {
      method,
      headers: change(rest as Record<string, string>),
      ...(body && { body }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  };
  return await serve(forward, { tls: makeCertificate(certificate), port });
}

type ChangeHeaders = (headers: Record<string, string>) => Record<string, string>;

interface Probe {
  apiUrl: string;
  key: string;
}

/** The two functions of the probe from outside; `probe` may be changed between two calls. */
export async function startOutside(probe: Probe) {
  await makeArrivalsTable();
  const clock = { now: () => Date.now() };
  const readKey = async () => probe.key;
  const site = await serve(async (request, response) => {
    const handler = siteHandler({ apiUrl: probe.apiUrl, readKey, clock });
    const { status, headers, body } = readResult(await handler(await eventOf(request)));
    response.writeHead(status, headers).end(body);
  });
  const metrics: Metrics = { RequestsFailed: {}, WebhooksFailed: {}, WebsitesFailed: {} };
  async function ask() {
    const spy = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    try {
      await callerHandler({ apiUrl: probe.apiUrl, siteUrl: site.url, readKey, clock })();
      const lines = spy.mock.calls.map(([line]) => JSON.parse(String(line)));
      for (const line of lines.filter((each) => each._aws)) noteMetrics(metrics, line);
      return lines.flatMap(({ question, fault }) => (fault ? `${question}: ${fault}` : []));
    } finally {
      spy.mockRestore();
    }
  }
  return { ask, site, metrics };
}

async function eventOf(request: IncomingMessage): Promise<LambdaFunctionURLEvent> {
  const { method = "GET", url: path = "/" } = request;
  const headers = { ...(request.headers as Record<string, string>), "x-forwarded-proto": "http" };
  const match = { routeKey: "$default", pathParameters: {} };
  const body = Buffer.from(await text(request));
  const event = buildEvent({
    match,
    method,
    path,
    query: "",
    headers,
    body,
    sourceIp: "127.0.0.1",
  });
  return event as LambdaFunctionURLEvent;
}

async function makeArrivalsTable() {
  const TableName = newUuid();
  const client = new DynamoDBClient({});
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "what", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "what", KeyType: "HASH" }],
    }),
  );
  client.destroy();
  vi.stubEnv("ARRIVALS_TABLE_NAME", TableName);
}

/** By metric, its value in each minute since 1970. */
type Metrics = Record<string, Record<number, number>>;

function noteMetrics(metrics: Metrics, line: { _aws: { Timestamp: number } }) {
  const minute = Math.floor(line._aws.Timestamp / 60_000);
  for (const [name, values] of Object.entries(metrics)) {
    const value = (line as unknown as Record<string, number | number[]>)[name];
    if (value !== undefined) values[minute] = Number([value].flat()[0]);
  }
}

interface Alarm {
  MetricName: string;
  Statistic: string;
  Threshold: number;
  Period: number;
  EvaluationPeriods: number;
  ComparisonOperator: string;
  TreatMissingData: string;
}

export const OUTSIDE_SETTINGS = {
  alarmEmail: "ops@example.com",
  alarmWebhook: "https://alarms.example.com/in",
  contactUrl: "https://example.com/robot",
  domainName: "api.example.com",
  certificateArn: "arn:aws:acm:eu-west-1:123456789012:certificate/a-b",
  outsideRegion: "us-east-1",
};

/** The template of the stack that asks prod from outside. */
export function synthesizeOutside() {
  const outdir = mkdtempSync(join(tmpdir(), "synthesize-"));
  try {
    const context = { "aws:cdk:bundling-stacks": [] };
    const app = new App({ outdir, context, builtinCloudFormationValidation: false });
    const stack = addOutside(app, settingsFor("prod", OUTSIDE_SETTINGS));
    if (!stack) throw new Error("There is no stack");
    return app.synth().getStackArtifact(stack.artifactId).template;
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

/** The names of the template's alarms that are on at the end of a minute, as CloudWatch evaluates them. */
export function alarmsOn(
  { Resources }: ReturnType<typeof synthesizeOutside>,
  metrics: Metrics,
  minute: number,
): string[] {
  const found = Object.entries(Resources as Record<string, { Type: string; Properties: Alarm }>);
  return found.flatMap(([id, { Type, Properties }]) => {
    if (Type !== "AWS::CloudWatch::Alarm") return [];
    const { Period, EvaluationPeriods } = Properties;
    if (Period !== 60) throw new Error(`${id} has a period of ${Period} s`);
    const last = Array.from({ length: EvaluationPeriods }, (_, index) => minute - index);
    const values = metrics[Properties.MetricName] ?? {};
    return last.every((each) => isBreached(Properties, values[each])) ? nameOf(id) : [];
  });
}

function isBreached(alarm: Alarm, value: number | undefined): boolean {
  if (value === undefined) return alarm.TreatMissingData === "breaching";
  const measured = alarm.Statistic === "SampleCount" ? 1 : value;
  const isAbove = alarm.ComparisonOperator === "GreaterThanThreshold";
  return isAbove ? measured > alarm.Threshold : measured < alarm.Threshold;
}

/** `outsideStopped1A2B3C4D`: `Stopped` */
function nameOf(id: string): string {
  return id.replace(/^outside(.*)[0-9A-F]{8}$/, "$1");
}
