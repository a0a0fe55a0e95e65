import type { CheckKind, CheckRecord, CheckResult } from "../../shared/entities/check.ts";
import type { MonitorRecord, ProbeResult } from "../../shared/entities/monitor.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { dayOf, daysLater, timestamp } from "../../shared/platform/time.ts";
import { findAuditCheck, intervalMinutes } from "../../shared/uptime/audits.ts";
import { dailyFigures, weeklyPercentage } from "../../shared/uptime/dailyFigures.ts";
import { findLastProbes } from "../../shared/uptime/lastProbes.ts";
import { findWindows } from "../../shared/uptime/maintenanceWindows.ts";
import { findMonitor } from "../../shared/uptime/roster.ts";
import { GAP_TOLERANCE_SECONDS } from "../../shared/uptime/states.ts";
import { findSubscription, isWanted, type Subscription } from "../../shared/uptime/subscription.ts";
import { hasFeature, planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { explainProbe } from "./explainProbe.ts";
import { noRecord, requireOwned } from "./records.ts";

const SHOWN_PROBES = 5;
/** An audit may wait this long in a queue without anything being wrong. */
const LATE_AUDIT_SECONDS = 3600;
const NOTHING_RUNS =
  "The schedule or its worker is late or stopped; on one machine, no server may be running.";

/** A website with its checks, and the kinds of checks that its plan enables. */
interface WebsiteChecks {
  website: WebsiteRecord;
  monitor: MonitorRecord;
  audit: CheckRecord;
  enabled: CheckKind[];
  subscription: Subscription;
}

/**
 * Explains the state of a website: in sentences what follows from the facts, and the facts: uptime, maintenance, last
 * probes and audits, switches that are off, when the next audit is due, and a probe that is made now.
 */
export async function explainWebsite({ website: uuid }: CommandInput<"website explain">) {
  const checks = await readWebsiteChecks(await requireOwned("website", uuid));
  const { website, subscription, enabled, monitor, audit } = checks;
  const { state, since, down_since } = monitor.uptime;
  const probes = (await findLastProbes(monitor)).slice(0, SHOWN_PROBES);
  const { unreadable } = audit.memory;
  const failsSince = since ?? down_since;
  const today = dayOf(Date.now() / 1000);
  const days = await dailyFigures(website, { from: daysLater(today, -7), to: today });
  const { plan } = subscription;
  const isEnabled = (kind: CheckKind) => enabled.includes(kind);
  return {
    uuid: website.uuid,
    hostname: website.hostname,
    reseller_uuid: website.reseller_uuid,
    business_uuid: website.business_uuid,
    is_hostname_up: website.is_hostname_up,
    state,
    since: failsSince === undefined ? null : atSecond(failsSince),
    uptime_percentage: weeklyPercentage(days, today),
    maintenance: await findOpenWindows(website),
    unreadable_because: unreadable?.reason ?? null,
    unreadable_since: unreadable?.since ?? null,
    suspended: subscription.suspended,
    plan: plan?.name ?? null,
    plan_uuid: plan?.uuid ?? null,
    uptime_interval_minutes: plan ? intervalMinutes("uptime", plan) : null,
    audit_interval_hours: plan ? intervalMinutes("audit", plan) / 60 : null,
    switched_off: plan ? planFeatures.filter((feature) => !hasFeature(plan, feature)) : null,
    next_audit: isEnabled("audit") ? audit.due_at : null,
    explanation: explain(checks, probes[0]).map((because) => ({ because })),
    last_probes: present(probes),
    last_audits: present(audit.results),
    probe_now: isEnabled("uptime") ? await explainProbe(monitor) : null,
  };
}

/** A website with its checks; throws WrongInput if they don't exist yet. */
async function readWebsiteChecks(website: WebsiteRecord): Promise<WebsiteChecks> {
  const { uuid, reseller_uuid, business_uuid } = website;
  const [monitor, audit, subscription] = await Promise.all([
    findMonitor(website),
    findAuditCheck(website),
    findSubscription({ reseller_uuid, uuid: business_uuid }),
  ]);
  if (!monitor || !audit) {
    throw new WrongInput(
      `Website ${uuid} has no checks yet: they come within seconds of its creation.`,
    );
  }
  if (subscription === undefined) throw noRecord("website", uuid);
  const kinds = ["uptime", "audit"] as const;
  const enabled = kinds.filter((kind) => isWanted(kind, subscription));
  return { website, monitor, audit, enabled, subscription };
}

/** A website's maintenance windows that have not ended. */
async function findOpenWindows(website: WebsiteRecord) {
  const now = timestamp();
  const windows = (await findWindows(website)).filter(({ ends_at }) => ends_at > now);
  return windows.map(({ starts_at, ends_at, reason = null }) => ({ starts_at, ends_at, reason }));
}

function present(results: (CheckResult | ProbeResult)[]) {
  return results.map((result) => ({
    ...{ at: result.at, outcome: result.outcome, duration_ms: result.duration },
    ...("elsewhere" in result && result.elsewhere && { elsewhere: listed(result.elsewhere) }),
  }));
}

/** `ap-south-1: no answer, us-east-1: up` */
function listed(elsewhere: Record<string, string>): string {
  return Object.entries(elsewhere)
    .toSorted()
    .map(([region, outcome]) => `${region}: ${outcome}`)
    .join(", ");
}

/** What explains a website's state, the most important first. */
function explain(checks: WebsiteChecks, lastProbe: ProbeResult | undefined): string[] {
  const { website, subscription, enabled, monitor, audit } = checks;
  const { is_hostname_up, paused_since } = website;
  const shown = `shown as ${is_hostname_up ? "up" : "down"}`;
  const unchecked = paused_since
    ? `It has been paused since ${paused_since}.`
    : `It is still ${shown}.`;
  if (subscription.suspended) {
    return [`Its user is suspended, so nothing is checked. ${unchecked}`];
  }
  const isProbed = enabled.includes("uptime");
  return [
    ...(isProbed ? explainLateProbe(monitor, lastProbe) : []),
    ...(enabled.includes("audit") ? explainLateAudit(audit) : []),
    isProbed
      ? `It is ${shown}. ${explainState(monitor, lastProbe)}`
      : `The plan has "downtime" switched off, so it is not probed. ${unchecked}`,
  ];
}

function explainState({ uptime }: MonitorRecord, last: ProbeResult | undefined): string {
  const { state, since, down_since, unstable_since } = uptime;
  if (last === undefined || state === "new") return "It has not been probed yet.";
  const { outcome } = last;
  const from = (seconds = 0) => `since ${atSecond(seconds)}`;
  switch (state) {
    case "up":
    case "unknown": {
      const result = outcome === "up" ? "succeeded" : `ended with "${outcome}"`;
      const unstable =
        unstable_since === undefined ? "" : `It has been unstable ${from(unstable_since)}. `;
      return `${unstable}The last probe ${result}.`;
    }
    case "suspect":
      return `It has failed ${from(since)} with "${outcome}". If it still fails after a minute, it is down.`;
    case "down":
      return `It has failed ${from(down_since)}, the last time with "${outcome}". Two probes have confirmed it.`;
    case "recovering":
      return `It has answered again ${from(since)}. After a second good probe, it is up.`;
  }
}

function atSecond(seconds: number): string {
  return timestamp(new Date(seconds * 1000));
}

function explainLateProbe({ target }: MonitorRecord, last: ProbeResult | undefined): string[] {
  // Due an interval after the last one.
  const due = last && timestamp(new Date(Date.parse(last.at) + target.minutes * 60_000));
  if (due === undefined || !isOver(due, GAP_TOLERANCE_SECONDS)) return [];
  return [
    `A probe was due at ${due} and has no result. ${NOTHING_RUNS} Or the worker can't reach its control addresses.`,
  ];
}

function explainLateAudit({ due_at }: CheckRecord): string[] {
  if (!isOver(due_at, LATE_AUDIT_SECONDS)) return [];
  return [
    `An audit has been due since ${due_at}. ${NOTHING_RUNS} Or websites with the same host are audited first.`,
  ];
}

function isOver(due: string, toleranceSeconds: number): boolean {
  return Date.parse(due) + toleranceSeconds * 1000 < Date.now();
}
