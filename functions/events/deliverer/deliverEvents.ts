import * as z from "zod/mini";
import { downtimeCauses } from "../../../shared/reasons.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { eventTypes } from "../catalogue.ts";
import { decideRetry } from "../decideRetry.ts";
import type { Attempted } from "../deliveries/attempt.ts";
import { type CallTools, callEndpoint } from "../deliveries/callEndpoint.ts";
import { applyOutcome, type EndpointOutcome, outcomeOf } from "../deliveries/endpointOutcome.ts";
import * as lanes from "../deliveries/laneRules.ts";
import { type NewDelivery, recordDeliveries } from "../deliveries/recordDeliveries.ts";
import { eventBody } from "../event.ts";
import { type FoundWebhook, findWebhook } from "../webhook.ts";

/** Older events come from a redriven dead letter, whose receive count starts again. */
const OLD_MS = 300_000;

const eventDowntime = z.object({
  began_at: z.string(),
  ended_at: z.nullable(z.string()),
  cause: z.nullable(z.enum(downtimeCauses)),
  technical: z.nullable(z.string()),
});

/** The schema of a message: events for one webhook. */
export const deliveryMessage = z.object({
  reseller_uuid: z.uuid(),
  webhook_uuid: z.uuid(),
  events: z.array(
    z.object({
      id: z.string(),
      type: z.enum(eventTypes),
      timestamp: z.string(),
      sequence: z.number(),
      // A dispatcher of the release before does not send these.
      user_uuid: z._default(z.nullable(z.string()), null),
      business_uuid: z._default(z.nullable(z.string()), null),
      downtime: z.optional(z.nullable(eventDowntime)),
      data: z.looseObject({ uuid: z.string() }),
    }),
  ),
});

export type DeliveryMessage = z.infer<typeof deliveryMessage>;

/**
 * Makes a first attempt for each event and logs the delivery. A delivery that fails is pending, with a
 * retry in the webhook's lane. A deleted webhook gets nothing. A disabled one gets only its test events,
 * without retries; events from before it was disabled wait. `found` is the webhook as just read.
 */
export async function deliverEvents(
  message: DeliveryMessage & { isRepeated: boolean; found?: FoundWebhook | undefined },
  tools: CallTools,
): Promise<void> {
  if (message.events.length === 0) return;
  const key = { reseller_uuid: message.reseller_uuid, uuid: message.webhook_uuid };
  const { webhook, lane: before } = message.found ?? (await findWebhook(key));
  const { disabled_at } = webhook ?? {};
  // For a disabled webhook, earlier events are logged and wait until it is enabled.
  const events = message.events.filter(
    ({ type, timestamp: time }) => isTest(type) || !disabled_at || time <= disabled_at,
  );
  if (!webhook || events.length === 0) return;

  const wanted = events.map((event) => ({
    event_id: event.id,
    event_type: event.type,
    body: eventBody(event),
  }));
  // A test is attempted at once, since someone is waiting for its result.
  const isTried = events.every(({ type }) => isTest(type));
  const { made, lane, isSlow, waitUntil, waitsFor } = await callEndpoint(
    { webhook, lane: isTried ? undefined : before },
    disabled_at && !isTried ? [] : wanted,
    tools,
  );
  const now = new Date(tools.clock.now());
  const logged = wanted.map((delivery, index) => {
    const attempted = made[index];
    const isDone = isTried && disabled_at !== undefined;
    return { delivery, attempted, step: firstStep(attempted, { isDone, now }) };
  });
  const records = logged.map(({ delivery, attempted, step }) => ({
    ...delivery,
    ...step,
    attempt: attempted?.attempt,
  }));
  await recordDeliveries(key, records, now);
  if (disabled_at && (isTried || !(await isEnabled(key)))) return;
  const tried = logged.flatMap(({ attempted, step }) => (attempted ? { attempted, step } : []));
  // A worker that died may have logged retries without making the lane due.
  const isOld = events.some(({ timestamp: time }) => Date.parse(time) < now.getTime() - OLD_MS);
  const soonest = message.isRepeated || isOld || disabled_at ? timestamp(now) : soonestOf(records);
  const outcome = waitUntil ? { ...outcomeOf([]), until: waitUntil, waitsFor } : outcomeOf(tried);
  await applyOutcome(key, {
    outcome,
    rule: ruleFor(key, { outcome, isSlow, soonest, now }),
    lane: isTried ? before : lane,
    soonest,
    now,
  });
}

function isTest(type: string): boolean {
  return type === "webhook.test";
}

/** Whether a disabled webhook has been enabled since: then its lane must be made due here. */
async function isEnabled(key: OwnedKey): Promise<boolean> {
  const { webhook } = await findWebhook(key);
  return webhook !== undefined && webhook.disabled_at === undefined;
}

/** The state after a first attempt. A test for a disabled webhook has no retry: no worker comes to its lane. */
function firstStep(
  attempted: Attempted | undefined,
  { isDone, now }: { isDone: boolean; now: Date },
): Pick<NewDelivery, "status" | "next_attempt_at"> {
  if (isDone && attempted) {
    return { status: attempted.verdict === "delivered" ? "delivered" : "failed" };
  }
  if (attempted) return decideRetry(attempted, 1, now);
  return { status: "pending", next_attempt_at: timestamp(now) };
}

function soonestOf(records: NewDelivery[]): string | undefined {
  return records.flatMap(({ next_attempt_at = [] }) => next_attempt_at).toSorted()[0];
}

interface Made {
  outcome: EndpointOutcome;
  /** An attempt took long. */
  isSlow: boolean;
  /** When the next retry is due. */
  soonest: string | undefined;
  now: Date;
}

/** What first attempts change in the lane of their webhook. */
function ruleFor(key: OwnedKey, { outcome, isSlow, soonest, now }: Made): lanes.LaneRule {
  const { result, failures, until, waitsFor } = outcome;
  return lanes.inTurn(
    result === "success" ? lanes.afterSuccess(now) : undefined,
    result === "failure" ? lanes.afterFailure(key, now, failures) : undefined,
    until && waitsFor ? lanes.heldBack(key, until, waitsFor) : undefined,
    until ? lanes.leftAlone(key, until) : undefined,
    // An endpoint that takes everything, but late, must not hold workers all the time.
    isSlow ? lanes.whileSlow(key, now) : undefined,
    soonest ? lanes.dueBy(key, soonest) : undefined,
  );
}
