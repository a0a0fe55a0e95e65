import { DeliveryLane, type DeliveryLaneRecord } from "../../../shared/entities/deliveryLane.ts";
import { DeliveryRetry } from "../../../shared/entities/deliveryRetry.ts";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { batchDelete } from "../../../shared/table/batch.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { transactIfTrue, write } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { decideRetry } from "../decideRetry.ts";
import { type CallTools, callEndpoint, isSame } from "../deliveries/callEndpoint.ts";
import { changeDeliveries } from "../deliveries/changeDeliveries.ts";
import { applyOutcome, type EndpointOutcome, outcomeOf } from "../deliveries/endpointOutcome.ts";
import { afterSuccess, claimed, released } from "../deliveries/laneRules.ts";
import { CHANGES_A_TRANSACTION } from "../deliveries/sharedRetries.ts";
import { changeLane, ensureLaneDue, laneUnchanged, replaceLane } from "../lane.ts";
import { findWebhook } from "../webhook.ts";
import { type Due, findDue, findSoonest } from "./findDue.ts";

/** The attempts that are kept of a delivery; each replay adds more. */
const KEPT_ATTEMPTS = 20;

/** A lane in a message, with its due time when the message was sent. */
interface DueLane extends OwnedKey {
  due_at: string;
}

/**
 * Makes the attempts that are due in a webhook's lane: a single one while its endpoint fails, and as many
 * as time allows once one has succeeded. Does nothing when the lane's due time has changed or another
 * worker has claimed it.
 */
export async function workOffLane({ reseller_uuid, uuid, due_at }: DueLane, tools: CallTools) {
  const key = { reseller_uuid, uuid };
  const { webhook, lane } = await findWebhook(key);
  const now = nowOf(tools);
  if (!lane && webhook && !webhook.disabled_at) {
    // The worker that removed the lane may have died before it saw a new retry.
    const soonest = await findSoonest(key);
    if (soonest) await ensureLaneDue(key, soonest);
    return;
  }
  if (lane?.due_at !== due_at || (lane.claimed_until ?? "") > now) return;
  if (!webhook) return void (await replaceLane(lane, undefined));
  if (webhook.disabled_at) return await removeLaneOfDisabled(webhook, lane);
  const mine = claimed(new Date(tools.clock.now()))(lane);
  if (!mine || !(await replaceLane(lane, mine))) return;
  const isBlocked = (mine.blocked_until ?? "") > now;
  const outcome = isBlocked ? NOTHING : await makeDueAttempts(webhook, mine, tools);
  await leave(mine, outcome, tools);
}

/** Removes the lane of a disabled webhook, unless the webhook is enabled meanwhile and needs it. */
async function removeLaneOfDisabled(webhook: WebhookRecord, lane: DeliveryLaneRecord) {
  const { reseller_uuid, uuid } = webhook;
  await transactIfTrue(
    write(Webhook, (entity) =>
      entity
        .check({ reseller_uuid, uuid })
        .where(({ disabled_at }, { exists }) => exists(disabled_at))
        .commit(),
    ),
    write(DeliveryLane, (entity) =>
      entity.delete({ reseller_uuid, uuid }).where(laneUnchanged(lane)).commit(),
    ),
  );
}

const NOTHING: EndpointOutcome = outcomeOf([]);

/** Makes attempts until none is due, time is up, or they fail; returns the outcome of the last ones. */
async function makeDueAttempts(
  webhook: WebhookRecord,
  lane: DeliveryLaneRecord,
  tools: CallTools,
): Promise<EndpointOutcome> {
  let isFailing = lane.failures > 0;
  while (tools.clock.now() < tools.deadline) {
    const limit = isFailing ? 1 : CHANGES_A_TRANSACTION;
    const due = await findDue(webhook, { until: nowOf(tools), limit });
    const outcome = await makeAttempts(webhook, due, tools);
    if (outcome.result !== "success" || outcome.until || outcome.gone) return outcome;
    // The endpoint works again, so new events need not wait in the lane.
    if (isFailing) await changeLane(webhook, afterSuccess(new Date(tools.clock.now())));
    isFailing = false;
    const { webhook: found } = await findWebhook(webhook);
    if (!isSame(found, webhook)) return NOTHING;
  }
  return NOTHING;
}

/** Makes an attempt for each of these deliveries until the endpoint fails, and logs them. */
async function makeAttempts(
  webhook: WebhookRecord,
  { deliveries, finished }: Due,
  tools: CallTools,
): Promise<EndpointOutcome> {
  const { made, waitUntil, waitsFor } = await callEndpoint(
    { webhook, lane: undefined },
    deliveries,
    tools,
  );
  const now = new Date(tools.clock.now());
  if (waitUntil) return { ...NOTHING, until: waitUntil, waitsFor };
  const tried = deliveries.flatMap((delivery, index) => {
    const attempted = made[index];
    if (!attempted) return [];
    const tries = delivery.tries + 1;
    return { delivery, tries, attempted, step: decideRetry(attempted, tries, now) };
  });
  const changes = tried.map(({ delivery, tries, attempted, step }) => ({
    delivery,
    to: {
      ...step,
      tries,
      attempts: [...delivery.attempts, attempted.attempt].slice(-KEPT_ATTEMPTS),
    },
  }));
  const areChanged = await changeDeliveries(changes, now);
  if (areChanged && tried.length === deliveries.length) await batchDelete(DeliveryRetry, finished);
  return outcomeOf(tried);
}

/**
 * Releases the lane that this worker has claimed: it is due for the next retry, or removed when there
 * is none.
 */
async function leave(mine: DeliveryLaneRecord, outcome: EndpointOutcome, tools: CallTools) {
  const now = new Date(tools.clock.now());
  const soonest = outcome.gone ? undefined : await findSoonest(mine);
  const release = released({ ...outcome, now, soonest });
  const isMine = (lane: DeliveryLaneRecord | undefined) =>
    lane?.claimed_until === mine.claimed_until;
  const isEnabled = await applyOutcome(mine, {
    outcome,
    rule: (lane) => (isMine(lane) ? release(lane) : lane),
    lane: mine,
    soonest,
    now,
  });
  if (!isEnabled) return;
  // A retry that was written meanwhile did not change the lane, since a worker had claimed it.
  const later = await findSoonest(mine);
  if (later && (!soonest || later < soonest)) await ensureLaneDue(mine, later);
}

function nowOf({ clock }: CallTools): string {
  return timestamp(new Date(clock.now()));
}
