import { isDeepStrictEqual } from "node:util";
import { Problem } from "./problem.ts";
import type { LocalFunction, Variable } from "./service.ts";

/** Where the AWS SDK finds what the functions use. */
export interface Endpoints {
  database: string;
  queues: { url: string; queueUrl(queue: string): string };
}

/**
 * Gives this process the environment that the stack gives the functions, and points the AWS SDK to
 * the database and the queues. To be called before a function is imported: they read it as their modules load.
 */
export function setEnvironment(functions: LocalFunction[], { database, queues }: Endpoints) {
  const foreign = Boolean(process.env["AWS_ENDPOINT_URL_DYNAMODB"]);
  for (const [name, value] of Object.entries(mergeEnvironments(functions))) {
    process.env[name] = typeof value === "string" ? value : queues.queueUrl(value.queue);
  }
  process.env["AWS_ENDPOINT_URL_DYNAMODB"] = database;
  process.env["AWS_ENDPOINT_URL_SQS"] = queues.url;
  process.env["AWS_REGION"] ??= process.env["AWS_DEFAULT_REGION"] ?? "eu-west-1";
  if (process.env["AWS_ACCESS_KEY_ID"] || (foreign && process.env["AWS_PROFILE"])) return;
  // The embedded database takes any credentials. A profile would only bring in the network, and
  // failures of its own: an expired login must not keep the service from starting.
  delete process.env["AWS_PROFILE"];
  process.env["AWS_ACCESS_KEY_ID"] = "local";
  process.env["AWS_SECRET_ACCESS_KEY"] = "local";
}

/** One environment for functions that share a process; throws where two want different values. */
export function mergeEnvironments(functions: LocalFunction[]): Record<string, Variable> {
  const merged = new Map<string, { value: Variable; by: string }>();
  for (const { name: by, environment } of functions) {
    for (const [variable, value] of Object.entries(environment)) {
      const earlier = merged.get(variable);
      if (earlier && !isDeepStrictEqual(earlier.value, value)) {
        throw new Problem(
          `${earlier.by} and ${by} want different values of ${variable}: on one machine all ` +
            "functions share a process, so give one of the two another name.",
        );
      }
      merged.set(variable, { value, by });
    }
  }
  return Object.fromEntries([...merged].map(([variable, { value }]) => [variable, value]));
}
