import { onTestFinished } from "vitest";
import { BucketDepth } from "../../shared/entities/bucketDepth.ts";
import { tableConfiguration } from "../../shared/table/entity.ts";
import { newUuid } from "../../shared/uuid.ts";
import { isolateKeys } from "./ownSchedule.ts";

const LONGEST_INTERVAL = 1440;

/**
 * Keeps websites of other tests from being control hosts in this one: searches for control hosts find, in
 * every bucket, what this test adds, and send no request. Returns a function that adds hosts that answered lately, of a
 * new reseller by default.
 */
export function ownControlHosts() {
  const Items: object[] = [];
  isolateKeys(/^buckets#/);
  const { middlewareStack } = tableConfiguration.client;
  const name = "ownControlHosts";
  middlewareStack.add(
    (send) => async (args) => {
      const { Limit, ExpressionAttributeValues: values } = args.input as Record<string, unknown>;
      // A round reads its bucket as a whole.
      const isSearch =
        Limit !== undefined && /":pk":"due#uptime#\d{4,}/.test(JSON.stringify(values));
      return isSearch ? { response: {}, output: { Items, $metadata: {} } } : await send(args);
    },
    // After those by which tests count and break the searches.
    { step: "initialize", priority: "low", name, override: true },
  );
  onTestFinished(() => void middlewareStack.remove(name));
  let hasBuckets: Promise<unknown> | undefined;
  return async (url: string, reseller_uuid = newUuid()) => {
    hasBuckets ??= BucketDepth.put({ minutes: LONGEST_INTERVAL, since: [0, 0, 0, 0] }).go();
    await hasBuckets;
    Items.push({ reseller_uuid, target: { url } });
  };
}
