import { isServerError, isThrottlingError, isTransientError } from "@smithy/core/retry";
import { optionalEnv } from "./env.ts";
import { Overloaded } from "./errors.ts";
import { putMetrics, THROTTLED } from "./metrics.ts";

const ATTEMPTS = 4;
const DEFAULT_TIMEOUT_MS = 2000;
const requestTimeout = Number(optionalEnv("REQUEST_TIMEOUT_MS") ?? DEFAULT_TIMEOUT_MS);

/**
 * The settings of all AWS clients: a short time-out and a few tries. The SDK's default is to wait for
 * ever. Slow machines set REQUEST_TIMEOUT_MS.
 */
export const clientSettings = {
  maxAttempts: ATTEMPTS,
  requestHandler: {
    connectionTimeout: requestTimeout / 2,
    requestTimeout,
    // By default the SDK only warns of a request that takes too long.
    throwOnRequestTimeout: true,
  },
};

/** The part of an AWS client that is used here. */
interface Client {
  middlewareStack: {
    add(
      middleware: (next: (args: never) => Promise<unknown>) => (args: never) => Promise<unknown>,
      place: { step: "deserialize"; priority: "high"; name: string },
    ): void;
    remove(name: string): boolean;
  };
}

/** Makes a client retry after an answer that was cut off, and count throttled requests. */
export function watchAnswers<C extends Client>(client: C): C {
  // It spends time on log lines that nobody reads.
  client.middlewareStack.remove("loggerMiddleware");
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

/** Whether an error says that an AWS service is throttled, slow or unavailable: a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  // ElectroDB wraps what the SDK throws.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Overloaded) return true;
    const thrown = cause as SdkError & { $fault?: string };
    if (isThrottlingError(thrown) || isTransientError(thrown)) return true;
    if (isServerError(thrown) || thrown.$fault === "server") return true;
  }
  return false;
}
