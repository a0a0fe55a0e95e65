import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { createGateway } from "../../../infra/local/http/gateway.ts";
import { startServer } from "../../../infra/local/http/server.ts";

const routes = {
  "ANY /v1/things": "things",
  "ANY /v1/things/{thing_uuid}": "things",
  "ANY /v1/people/{person_uuid}": "people",
  "ANY /v1/people/me": "people",
  $default: "open",
};

// biome-ignore lint/suspicious/noExplicitAny: whole events are asserted
type Event = any;

/** A server whose functions all answer with this; it keeps the events they got. */
async function serve(answer: (event: Event, name: string) => unknown) {
  const events: Event[] = [];
  const invoke = async (name: string, event: unknown) => {
    events.push(event);
    return answer(event, name);
  };
  const gateway = createGateway({ routes, invoke });
  const server = await startServer(gateway, { port: 0 });
  onTestFinished(() => server.close(0));
  return { server, events, baseUrl: `http://localhost:${server.port}` };
}

/** A request with headers that fetch would not send as they are. */
async function sendRaw(port: number, head: string[], body = "") {
  const socket = connect(port, "127.0.0.1");
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  return text(socket);
}

const ok = { statusCode: 200, body: "{}" };

describe("events", () => {
  test("have every part of payload format 2.0", async () => {
    const { server, events } = await serve(() => ok);
    await sendRaw(
      server.port,
      [
        "PATCH /v1/things/a%20b%2Fc?page=1&page=2&q=a+b%26&empty HTTP/1.1",
        "Host: localhost:1234",
        "API-Key: rwm_1",
        "X-Many: a",
        "x-many: b",
        "User-Agent: test",
        "Content-Type: application/json; charset=utf-8",
        "X-Forwarded-Proto: https",
        "Content-Length: 13",
        "Connection: close",
      ],
      '{"a": "grün"}'.slice(0, 12),
    );
    expect(events).toEqual([
      {
        version: "2.0",
        routeKey: "ANY /v1/things/{thing_uuid}",
        rawPath: "/v1/things/a b/c",
        rawQueryString: "page=1&page=2&q=a+b%26&empty",
        headers: {
          host: "localhost:1234",
          "api-key": "rwm_1",
          "x-many": "a,b",
          "user-agent": "test",
          "content-type": "application/json; charset=utf-8",
          "content-length": "13",
          connection: "close",
          "x-forwarded-proto": "http",
        },
        queryStringParameters: { page: "1,2", q: "a b&", empty: "" },
        pathParameters: { thing_uuid: "a b/c" },
        requestContext: {
          accountId: "000000000000",
          apiId: "local",
          domainName: "localhost:1234",
          domainPrefix: "localhost",
          http: {
            method: "PATCH",
            path: "/v1/things/a b/c",
            protocol: "HTTP/1.1",
            sourceIp: "127.0.0.1",
            userAgent: "test",
          },
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          routeKey: "ANY /v1/things/{thing_uuid}",
          stage: "$default",
          time: expect.any(String),
          timeEpoch: expect.any(Number),
        },
        body: '{"a": "grün"}'.slice(0, 12),
        isBase64Encoded: false,
      },
    ]);
  });

  test.each([
    ["application/json", false],
    ["application/problem+json", false],
    ["application/x-www-form-urlencoded", true],
    ["image/png", true],
    ["", true],
  ])("carry a body of type '%s' in base64: %s", async (type, isBase64Encoded) => {
    const { baseUrl, events } = await serve(() => ok);
    const body = Buffer.from('{"a":1}');
    await fetch(`${baseUrl}/v1/things`, {
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    expect(events[0]).toMatchObject({
      isBase64Encoded,
      body: isBase64Encoded ? body.toString("base64") : '{"a":1}',
    });
  });

  test.each([
    ["GET", "/v1/things?a=b", "ANY /v1/things"],
    ["HEAD", "/v1/things", "ANY /v1/things"],
    ["GET", "/v1/things/", "$default"],
    ["PATCH", "/v1/things/1", "ANY /v1/things/{thing_uuid}"],
    ["PUT", "/v1/people/a%2Fb%3Fc", "ANY /v1/people/{person_uuid}"],
    ["GET", "/v1/people/me", "ANY /v1/people/me"],
    ["GET", "/v1/people%2F1", "$default"],
    ["GET", "/v1/things%3Fpage=1", "$default"],
    ["GET", "/", "$default"],
    ["GET", "/v1/people/%zz", "ANY /v1/people/{person_uuid}"],
  ])("route %s %s to %s", async (method, path, routeKey) => {
    const { baseUrl, events } = await serve(() => ok);
    await fetch(baseUrl + path, { method });
    expect(events[0]).toMatchObject({ routeKey, requestContext: { routeKey, http: { method } } });
  });
});

describe("responses", () => {
  test("to HEAD have the headers and neither a body nor a length that GET would not have", async () => {
    const { server } = await serve(() => ({ statusCode: 200, headers: { "x-thing": "1" } }));
    const answer = await sendRaw(server.port, [
      "HEAD /v1/things HTTP/1.1",
      "Host: localhost",
      "Connection: close",
    ]);
    expect(answer).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    expect(answer).toMatch(/\r\nx-thing: 1\r\n/);
    expect(answer.toLowerCase()).not.toMatch(/content-length|transfer-encoding/);
    expect(answer).toMatch(/\r\n\r\n$/);
  });

  test("are what the function returned", async () => {
    const { baseUrl } = await serve(() => ({
      statusCode: 201,
      headers: { "Content-Type": "application/json", "X-Count": 3 },
      body: Buffer.from('{"grün":1}').toString("base64"),
      isBase64Encoded: true,
    }));
    const response = await fetch(`${baseUrl}/v1/things`);
    expect(response.status).toBe(201);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(response.headers.get("x-count")).toBe("3");
    expect(await response.json()).toEqual({ grün: 1 });
  });

  test("without a status are the gateway's 500", async () => {
    const { baseUrl } = await serve(() => ({ body: "{}" }));
    const response = await fetch(`${baseUrl}/v1/things`);
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"message":"Internal Server Error"}',
    ]);
  });
});

test("413 above 10 MB, and nothing of it reaches a function", async () => {
  const { baseUrl, events } = await serve(() => ok);
  const body = "a".repeat(10 * 1024 * 1024 + 1);
  const refused = await fetch(`${baseUrl}/v1/things`, { method: "POST", body });
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { message: "Request Entity Too Large" },
  ]);
  expect(events).toEqual([]);
});
