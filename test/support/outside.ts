import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import tls from "node:tls";
import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { LambdaFunctionURLEvent } from "aws-lambda";
import { onTestFinished, vi } from "vitest";
import { callerHandler } from "../../functions/outside/caller/askOutside.ts";
import { siteHandler } from "../../functions/outside/site/answerVisit.ts";
import { buildEvent, readResult } from "../../infra/local/http/payload.ts";
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
export type Metrics = Record<string, Record<number, number>>;

function noteMetrics(metrics: Metrics, line: { _aws: { Timestamp: number } }) {
  const minute = Math.floor(line._aws.Timestamp / 60_000);
  for (const [name, values] of Object.entries(metrics)) {
    const value = (line as unknown as Record<string, number | number[]>)[name];
    if (value !== undefined) values[minute] = Number([value].flat()[0]);
  }
}
