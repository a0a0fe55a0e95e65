import type { DynamoDBClientConfig } from "@aws-sdk/client-dynamodb";
import { isServerError, isThrottlingError, isTransientError } from "@smithy/core/retry";
import { optionalEnv } from "./env.ts";
import { putMetrics, THROTTLED } from "./metrics.ts";

type Logger = NonNullable<DynamoDBClientConfig["logger"]>;

const ATTEMPTS = 4;
const DEFAULT_TIMEOUT_MS = 2000;
const requestTimeout = Number(optionalEnv("REQUEST_TIMEOUT_MS") ?? DEFAULT_TIMEOUT_MS);

/**
 * What the clients of AWS services are made with. They answer within milliseconds: an answer that
 * does not come is asked for again while there is time, where the SDK would wait for it for good.
 * REQUEST_TIMEOUT_MS is for machines that are slower than that.
 */
export const clientSettings = {
  maxAttempts: ATTEMPTS,
  // The SDK prepares each request and answer for its log, unless there is nobody to tell of them.
  logger: { debug() {}, warn() {}, error() {} } as unknown as Logger,
  requestHandler: {
    connectionTimeout: requestTimeout / 2,
    requestTimeout,
    // Without it a request that takes too long is only warned of.
    throwOnRequestTimeout: true,
  },
};

/** The part of a client that answers pass through. */
interface Client {
  middlewareStack: {
    add(
      middleware: (next: (args: never) => Promise<unknown>) => (args: never) => Promise<unknown>,
      place: { step: "deserialize"; priority: "high"; name: string },
    ): void;
  };
}

/**
 * Has a client ask again for an answer that was cut off, as the SDK does only where TCP says so, and
 * counts each try that was throttled.
 */
export function watchAnswers<C extends Client>(client: C): C {
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (error instanceof SyntaxError) Object.assign(error, { $retryable: {} });
        if (error instanceof Error && isThrottlingError(error as SdkError)) {
          putMetrics({ [THROTTLED]: 1 });
        }
        throw error;
      }
    },
    { step: "deserialize", priority: "high", name: "watchAnswers" },
  );
  return client;
}

type SdkError = Parameters<typeof isTransientError>[0];

/** Whether an AWS service is throttled, slow or away: what was asked may be answered a moment later. */
export function isUnavailable(error: unknown): boolean {
  // ElectroDB wraps what the SDK throws.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const thrown = cause as SdkError & { $fault?: string };
    if (isThrottlingError(thrown) || isTransientError(thrown)) return true;
    if (isServerError(thrown) || thrown.$fault === "server") return true;
  }
  return false;
}
