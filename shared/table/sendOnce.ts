import type { UpdateItemCommand, UpdateItemCommandOutput } from "@aws-sdk/client-dynamodb";
import { clientSettings } from "../awsClient.ts";
import { wireClient } from "./entity.ts";

/** What nobody needs is waited for a twentieth of the usual time: DynamoDB answers within milliseconds. */
export const QUICK_MS = Math.min(2000, clientSettings.requestHandler.requestTimeout / 20);

/**
 * Sends an update that must not be done twice, as an `ADD`, and that nobody waits for: once, where the
 * client would try again, and for QUICK_MS. What it throws may have been done.
 */
export async function sendOnce(command: UpdateItemCommand): Promise<UpdateItemCommandOutput> {
  command.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        const { name, message } = error as Error;
        if (name === "ConditionalCheckFailedException") throw error;
        // One that the client knows nothing of is not tried again.
        throw new Error(`${name}: ${message}`);
      }
    },
    { step: "finalizeRequest", priority: "normal", name: "once" },
  );
  return await within(QUICK_MS, (abortSignal) => wireClient.send(command, { abortSignal }));
}

/** What some work gives, or throws when it takes longer. */
export async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const { promise: never, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new Error(`No answer within ${milliseconds} ms`));
  }, milliseconds);
  try {
    return await Promise.race([work(late.signal), never]);
  } finally {
    clearTimeout(timer);
  }
}
