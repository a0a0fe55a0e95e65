import type { SQSRecord } from "aws-lambda";
import * as z from "zod/mini";
import { Check, type CheckKind, type CheckRecord, type CheckResult } from "../entities/check.ts";
import { requireEnv } from "../platform/env.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";

/** The intervals that an operator may set on a plan. */
interface Intervals {
  uptime_interval_minutes?: number | undefined;
  audit_interval_minutes?: number | undefined;
}

/** The variables with the interval, in minutes, of plans without one. */
const STAGE_INTERVAL: Record<CheckKind, string> = {
  uptime: "UPTIME_INTERVAL_MINUTES",
  audit: "AUDIT_INTERVAL_MINUTES",
};

/** The interval of a check in minutes: the plan's, or else the stage's. */
export function intervalMinutes(kind: CheckKind, plan: Intervals): number {
  const own = kind === "uptime" ? plan.uptime_interval_minutes : plan.audit_interval_minutes;
  return own ?? Number(requireEnv(STAGE_INTERVAL[kind]));
}

/**
 * When a check is due next. The moment within the interval follows from the website's uuid, so that
 * websites that were added together are not always checked together.
 */
function nextDue(websiteUuid: string, minutes: number, now: Date): string {
  const interval = minutes * 60;
  const phase = Number.parseInt(websiteUuid.slice(-8), 16) % interval;
  const seconds = Math.floor(now.getTime() / 1000);
  const next = seconds - (seconds % interval) + phase;
  return timestamp(new Date((next > seconds ? next : next + interval) * 1000));
}

const HOUR_MINUTES = 60;

/** When an audit is due next: on the hour, so that the audits of an hour share calls of the worker. */
export function nextAudit(websiteUuid: string, minutes: number, now: Date): string {
  const due = nextDue(websiteUuid, minutes, now);
  if (minutes <= HOUR_MINUTES) return due;
  const hour = new Date(due).setUTCMinutes(0, 0, 0);
  return timestamp(new Date(hour > now.getTime() ? hour : hour + minutes * 60_000));
}

type Changes = Partial<Pick<CheckRecord, "results" | "memory" | "crawled_at" | "shard">>;

/**
 * Writes the results of an audit and when the next one is due. Returns false, and writes nothing, if another worker
 * did it in the meantime, or if the website was deleted or its host name changed.
 */
export async function reschedule(check: CheckRecord, due_at: string, changes: Changes = {}) {
  const { reseller_uuid, uuid, kind } = check;
  const written = await writeIfTrue(() =>
    Check.patch({ reseller_uuid, uuid, kind })
      .set({ ...changes, due_at })
      .where(
        ({ due_at, hostname }, { eq }) =>
          `${eq(due_at, check.due_at)} AND ${eq(hostname, check.hostname)}`,
      )
      .go(),
  );
  return written !== undefined;
}

const KEPT_RESULTS = 5;

/** The results of a check with a further one, newest first, without the oldest ones. */
export function addResult({ results }: CheckRecord, result: CheckResult): CheckResult[] {
  return [result, ...results].slice(0, KEPT_RESULTS);
}

/** A check that is due, by its website's uuid. */
const dueCheck = z.object({ reseller_uuid: z.uuid(), uuid: z.uuid(), due_at: z.string() });
const message = z.object({ checks: z.array(dueCheck) });

/** A check that is due, as messages name it. */
export type DueCheck = z.infer<typeof dueCheck>;

/** The checks that a message names; throws if the message has another form. */
export function dueIn({ body }: SQSRecord): DueCheck[] {
  return message.parse(JSON.parse(body)).checks;
}

/**
 * The checks that are still due, each once. A check that was done after it was enqueued, because its
 * message was delivered twice, is due at another time.
 */
export async function findStillDue(due: DueCheck[]): Promise<CheckRecord[]> {
  // A late message and a new one may name the same website, and DynamoDB refuses the same key twice.
  const keys = new Map(
    due.map(({ reseller_uuid, uuid }) => [uuid, { reseller_uuid, uuid, kind: "audit" }] as const),
  );
  if (keys.size === 0) return [];
  const checks = await batchGet(
    ...[...keys.values()].map((key) => lookup<CheckRecord>(Check, key)),
  );
  const wanted = new Set(due.map(momentOf));
  return checks.flatMap((check) => (check && wanted.has(momentOf(check)) ? check : []));
}

/** The audit check of a website; undefined if the website was removed, or has only just been created. */
export async function findAuditCheck({
  reseller_uuid,
  uuid,
}: OwnedKey): Promise<CheckRecord | undefined> {
  const key = { reseller_uuid, uuid, kind: "audit" as const };
  const { data } = await Check.get(key).go({ consistent: true });
  return data ?? undefined;
}

function momentOf({ uuid, due_at }: Pick<DueCheck, "uuid" | "due_at">): string {
  return `${uuid} ${due_at}`;
}
