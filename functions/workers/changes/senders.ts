import type { AlertRecord } from "../../../shared/entities/alerts.ts";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import type { PlanRecord } from "../../../shared/entities/plan.ts";
import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import type { UserRecord } from "../../../shared/entities/user.ts";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import type { Outgoing } from "../../../shared/platform/queues/sendMessages.ts";
import type { Clock } from "../../../shared/platform/time.ts";
import { type Change, imagesOf } from "../../../shared/webhooks/change.ts";
import { sending } from "./part.ts";

/** @file The parts that send a message for a change, and leave the rest to a worker. */

/**
 * Has `functions/workers/subscriptions` begin or stop the checks of a website, audit a new prospect, and adapt
 * the checks of a user, business, plan or reseller whose subscription has changed.
 */
export const checks = sending("SUBSCRIPTIONS_QUEUE_URL", (change) => {
  const { entity, uuid } = change;
  const details = detailsForChecks(change);
  if (!details) return [];
  // A reseller's own record has no other uuid.
  const reseller_uuid = entity === "reseller" ? uuid : change.reseller_uuid;
  return [{ message: { reseller_uuid, entity, uuid, ...details }, group: reseller_uuid }];
});

/** What the checks have to know of a change; undefined if it does not concern them. */
function detailsForChecks(change: Change): object | undefined {
  switch (change.entity) {
    case "website":
      return detailsOfWebsite(change);
    case "user":
      return differs<UserRecord>(change, "suspended_at");
    case "reseller":
      return differs<ResellerRecord>(change, "closed_at");
    case "business":
      return differs<BusinessRecord>(change, "plan_uuid");
    case "plan":
      return differs<PlanRecord>(
        change,
        ...(["downtime", "uptime_interval_minutes", "audit_interval_minutes"] as const),
      );
    default:
      return {};
  }
}

function detailsOfWebsite(change: Change): object | undefined {
  const { before, after } = imagesOf<WebsiteRecord>(change);
  if (before?.hostname !== after?.hostname) {
    return { ...(before && { former_hostname: before.hostname }) };
  }
  return before?.check_asked_at === after?.check_asked_at ? undefined : { is_asked: true };
}

function differs<Stored>(change: Change, ...names: (keyof Stored)[]): object | undefined {
  const { before, after } = imagesOf<Stored>(change);
  return names.some((name) => before?.[name] !== after?.[name]) ? {} : undefined;
}

/** Has the site of a competitor read, by `functions/workers/competitorReader`. */
export const competitors = sending("COMPETITOR_QUEUE_URL", (change) => {
  const { before, after } = imagesOf<{ hostname: string }>(change);
  if (before?.hostname === after?.hostname) return [];
  const { reseller_uuid, uuid } = change;
  return [{ message: { reseller_uuid, competitor_uuid: uuid }, group: reseller_uuid }];
});

/** Has the mailer welcome a new user, send an alert, and tell a reseller that a webhook was disabled. */
export const mail = sending("MAIL_QUEUE_URL", (change) => {
  const { entity, reseller_uuid, uuid } = change;
  if (entity === "user") {
    const message = { onboarding: { reseller_uuid, user_uuid: uuid } };
    return [{ message, group: reseller_uuid }];
  }
  if (entity === "alert") {
    const { addresses = [], due_at } = imagesOf<AlertRecord>(change).after ?? {};
    return addresses.map((uuid) => ({
      message: { alert: { reseller_uuid, uuid, due_at } },
      group: reseller_uuid,
    }));
  }
  const { before, after } = imagesOf<WebhookRecord>(change);
  if (!after?.disabled_at || after.disabled_at === before?.disabled_at) return [];
  const message = { webhook_disabled: { reseller_uuid, webhook_uuid: uuid } };
  return [{ message, group: reseller_uuid }];
});

/** The longest delay that SQS takes; the schedule enqueues a webhook that is due later. */
const LONGEST_DELAY_SECONDS = 900;

/** Has the retrier look at a webhook when its health says so, and replay a range at once. */
export const retries = sending("RETRIES_QUEUE_URL", (change, clock) => [
  ...dueMessages(change, clock),
  ...replayMessages(change),
]);

function dueMessages(change: Change, clock: Clock): Outgoing[] {
  const { before, after } = imagesOf<WebhookRecord>(change);
  const { reseller_uuid, uuid, due_at } = after ?? {};
  if (due_at === undefined || before?.due_at === due_at) return [];
  const seconds = Math.ceil((Date.parse(due_at) - clock.now()) / 1000);
  if (seconds > LONGEST_DELAY_SECONDS) return [];
  const message = { webhooks: [{ reseller_uuid, uuid, due_at }] };
  return [{ message, group: uuid, delaySeconds: Math.max(0, seconds) }];
}

function replayMessages(change: Change): Outgoing[] {
  const { before, after } = imagesOf<WebhookRecord>(change);
  const replay = after?.replay;
  // A webhook that is restored has the last one of its former life.
  if (!before || !replay || JSON.stringify(replay) === JSON.stringify(before.replay)) return [];
  const { reseller_uuid, uuid: webhook_uuid } = after;
  return [{ message: { replay: { reseller_uuid, webhook_uuid, ...replay } }, group: webhook_uuid }];
}
