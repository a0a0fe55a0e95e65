import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { clientSettings, isUnavailable, watchAnswers } from "../../../shared/platform/awsClient.ts";

const TABLES = JSON.stringify({ TableNames: ["one"] });
const JSON_TYPE = { "content-type": "application/x-amz-json-1.0" };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let answers: Answer[];
let requests: number;
let client: DynamoDBClient;
let close: () => void;

/** A service that gives these answers one after another, then the last one again and again. */
beforeEach(async () => {
  requests = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests, answers.length - 1)];
    requests += 1;
    answer?.(request.resume(), response);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  // The pauses between attempts are a random part of their length: none.
  vi.spyOn(Math, "random").mockReturnValue(0);
  // An answer is given up when its time is up by this clock, which a silent service sets ahead.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  client = watchAnswers(
    new DynamoDBClient({
      ...clientSettings,
      endpoint: `http://127.0.0.1:${port}`,
      region: "local",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    }),
  );
  close = () => {
    client.destroy();
    server.close();
    server.closeAllConnections();
  };
});

afterEach(() => {
  close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const list = () => client.send(new ListTablesCommand());
const full: Answer = (_, response) => response.writeHead(200, JSON_TYPE).end(TABLES);
const silent: Answer = () =>
  void vi.advanceTimersByTime(clientSettings.requestHandler.requestTimeout);
const reset: Answer = (_, response) => void response.socket?.destroy();
const shorter: Answer = (_, response) => {
  response.writeHead(200, { ...JSON_TYPE, "content-length": TABLES.length }).write(TABLES.slice(9));
  response.socket?.end();
};
const cut: Answer = (_, response) => response.writeHead(200, JSON_TYPE).end(TABLES.slice(0, -5));
const broken: Answer = (_, response) => response.writeHead(500, JSON_TYPE).end("{}");
const throttled: Answer = (_, response) => {
  response.writeHead(400, JSON_TYPE).end(JSON.stringify({ __type: "ThrottlingException" }));
};

describe.each(Object.entries({ silent, reset, shorter, cut, broken, throttled }))(
  "a service that is %s",
  (_, bad) => {
    test("is asked again", async () => {
      answers = [bad, bad, full];
      expect((await list()).TableNames).toEqual(["one"]);
      expect(requests).toBe(3);
    });

    test("is unavailable when it goes on", async () => {
      answers = [bad];
      const error = await list().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(isUnavailable(error)).toBe(true);
      expect(isUnavailable(new Error("ElectroDB wraps it", { cause: error }))).toBe(true);
      expect(requests).toBe(4);
    });
  },
);

test("each try that was throttled is counted", async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, "write").mockImplementation((line) => lines.push(String(line)) > 0);
  answers = [throttled, throttled, full];
  await list();
  expect(lines.map((line) => JSON.parse(line).ThrottledCalls)).toEqual([1, 1]);
});

test("what is refused for good is neither asked again nor unavailable", async () => {
  answers = [
    (_, response) => {
      response.writeHead(400, JSON_TYPE).end(JSON.stringify({ __type: "ValidationException" }));
    },
  ];
  const error = await list().catch((thrown: unknown) => thrown);
  expect(isUnavailable(error)).toBe(false);
  expect(requests).toBe(1);
  expect(isUnavailable(new SyntaxError("a mistake of our own"))).toBe(false);
  expect(isUnavailable(undefined)).toBe(false);
});
