import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { setEnvironment } from "../../../infra/local/functions.ts";
import { listenOnLoopback } from "../../../infra/local/http/loopback.ts";
import { readAddress } from "../../../infra/local/http/server.ts";

describe("environment", () => {
  const make = (name: string, environment: Record<string, string>) => ({
    name,
    environment,
    entry: "",
    timeoutSeconds: 3,
  });

  const local = { url: "http://127.0.0.1:3" };
  const endpoints = {
    ...{ database: "http://127.0.0.1:1", api: "http://localhost:1" },
    queues: { url: "http://127.0.0.1:2", queueUrl: (queue: string) => queue },
    ...{ secrets: local, mail: local, lambda: local },
  };
  test("functions share one, and may not differ about a variable", () => {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
    vi.stubEnv("SHARED", undefined);
    onTestFinished(() => void vi.unstubAllEnvs());
    const users = make("users", { SHARED: "t" });
    setEnvironment([users, make("admin", { SHARED: "t" })], endpoints);
    expect(process.env["SHARED"]).toBe("t");
    expect(() => setEnvironment([users, make("admin", { SHARED: "other" })], endpoints)).toThrow(
      /^users and admin want different values of SHARED/,
    );
  });

  /** Sets the environment of a shell that has these variables. */
  function setIn(shell: Record<string, string | undefined>, urls = endpoints) {
    vi.stubEnv("AWS_ENDPOINT_URL_DYNAMODB", undefined);
    for (const [name, value] of Object.entries(shell)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    setEnvironment([], urls);
  }

  test("the credentials and the profile of a shell, which may have expired, are not used", () => {
    setIn({ AWS_ACCESS_KEY_ID: "own", AWS_SECRET_ACCESS_KEY: "secret", AWS_PROFILE: "expired" });
    expect(process.env).toMatchObject({
      AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1",
      AWS_ACCESS_KEY_ID: "local",
      AWS_SECRET_ACCESS_KEY: "local",
    });
    expect(process.env).not.toHaveProperty("AWS_PROFILE");
  });

  test.each([
    "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
    "AWS_USE_FIPS_ENDPOINT",
    "AWS_USE_DUALSTACK_ENDPOINT",
  ])("a shell that is set up for AWS alone, by %s, leads nothing there", async (name) => {
    const { url: database, close } = await listenOnLoopback(async () => ({
      body: { TableNames: ["here"] },
    }));
    onTestFinished(close);
    setIn({ [name]: "true" }, { ...endpoints, database });
    const { TableNames } = await new DynamoDBClient().send(new ListTablesCommand());
    expect(TableNames).toEqual(["here"]);
  });
});

describe("the address", () => {
  test("has defaults, also for what is empty", () => {
    expect(readAddress({})).toEqual({ port: 3000, host: undefined });
    expect(readAddress({ PORT: "", HOST: "" })).toEqual({ port: 3000, host: undefined });
    expect(readAddress({ HOST: "::" })).toEqual({ port: 3000, host: "::" });
  });

  test.each(["-1", "65536", "0x10"])("refuses the PORT '%s'", (PORT) => {
    expect(() => readAddress({ PORT })).toThrow(
      `PORT must be a whole number from 0 to 65535, not "${PORT}".`,
    );
  });
});
