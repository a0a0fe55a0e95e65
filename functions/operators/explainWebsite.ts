import type { CheckKind, CheckRecord, CheckResult } from "../../shared/entities/check.ts";
import type { MonitorRecord, ProbeResult } from "../../shared/entities/monitor.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { findAuditCheck, intervalMinutes } from "../../shared/uptime/audits.ts";
import { weeklyFigures } from "../../shared/uptime/dailyFigures.ts";
import { percentageOfDays } from "../../shared/uptime/figures.ts";
import { findLastProbes, findNextProbe } from "../../shared/uptime/lastProbes.ts";
import { findWindows } from "../../shared/uptime/maintenance.ts";
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
  "the schedule or its worker is late or stopped (on one machine, no server may be running)";

/** A website with its checks, and the kinds of checks that its plan enables. */
interface WebsiteChecks {
  website: WebsiteRecord;
  monitor: MonitorRecord;
  audit: CheckRecord;
  enabled: CheckKind[];
  subscription: Subscription;
}

/**
 * Explains the state of a website, in sentences and with the facts behind them: uptime, last probes
 * and audits, switches that are off, when the next checks are due, and a probe that is made now.
 */
export async function explainWebsite({ website: uuid }: CommandInput<"website explain">) {
  const checks = await readWebsiteChecks(await requireOwned("website", uuid));
  const { website, subscription, enabled, monitor, audit } = checks;
  const { state, since, down_since } = monitor.uptime;
  const probes = await readProbes(monitor);
  const windows = await findOpenWindows(website);
  const { unreadable } = audit.memory;
  const failsSince = since ?? down_since;
  const { plan } = subscription;
  const isEnabled = (kind: CheckKind) => enabled.includes(kind);
  const sentences = [...explain(checks, probes), ...windows.map(explainWindow)];
  return {
    uuid: website.uuid,
    hostname: website.hostname,
    reseller_uuid: website.reseller_uuid,
    business_uuid: website.business_uuid,
    is_hostname_up: website.is_hostname_up,
    state,
    since: failsSince === undefined ? null : atSecond(failsSince),
    uptime_percentage: percentageOfDays(await weeklyFigures(website)),
    maintenance: windows,
    unreadable_because: unreadable?.reason ?? null,
    unreadable_since: unreadable?.since ?? null,
    suspended: subscription.suspended,
    plan: plan?.name ?? null,
    plan_uuid: plan?.uuid ?? null,
    uptime_interval_minutes: plan ? intervalMinutes("uptime", plan) : null,
    audit_interval_hours: plan ? intervalMinutes("audit", plan) / 60 : null,
    switched_off: plan ? planFeatures.filter((feature) => !hasFeature(plan, feature)) : null,
    next_uptime_check: isEnabled("uptime") ? await findNextProbe(monitor) : null,
    next_audit: isEnabled("audit") ? audit.due_at : null,
    explanation: sentences.map((because) => ({ because })),
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
  return windows.map(({ starts_at, ends_at, reason = null }) => ({
    ...{ starts_at, ends_at, reason },
    is_under_way: starts_at <= now,
  }));
}

type OpenWindow = Awaited<ReturnType<typeof findOpenWindows>>[number];

function explainWindow({ starts_at, ends_at, reason, is_under_way }: OpenWindow): string {
  const why = reason === null ? "" : ` ("${reason}")`;
  return is_under_way
    ? `A maintenance window is under way until ${ends_at}${why}: failures until then do not count, and an audit that can't read the website writes no feed item.`
    : `A maintenance window begins at ${starts_at}, until ${ends_at}${why}.`;
}

async function readProbes(monitor: MonitorRecord): Promise<ProbeResult[]> {
  return (await findLastProbes(monitor)).slice(0, SHOWN_PROBES);
}

/** The most important sentence of `website explain`. */
export async function explainBriefly(website: WebsiteRecord): Promise<string> {
  try {
    const checks = await readWebsiteChecks(website);
    const [because] = explain(checks, await readProbes(checks.monitor));
    return `${because} "website explain ${website.uuid}" says more.`;
  } catch (error) {
    if (error instanceof WrongInput) return error.message;
    throw error;
  }
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

/** Sentences about a website's state, the most important first. */
function explain(checks: WebsiteChecks, probes: ProbeResult[]): string[] {
  const { website, subscription, enabled } = checks;
  const { is_hostname_up, paused_since } = website;
  const isShown = `It is shown as ${is_hostname_up ? "up" : "down"}`;
  const unchecked = paused_since
    ? `It is paused since ${paused_since}`
    : `${isShown}, as it was then`;
  if (subscription.suspended) {
    return [`Its user is suspended: nothing is checked. ${unchecked}.`];
  }
  const uptime = enabled.includes("uptime")
    ? `${isShown}: ${explainState(checks.monitor, probes)}`
    : `The plan has "downtime" switched off: ${unchecked.charAt(0).toLowerCase()}${unchecked.slice(1)}.`;
  const late = explainLate({
    monitor: enabled.includes("uptime") ? checks.monitor : undefined,
    last: probes[0],
    audit: enabled.includes("audit") ? checks.audit : undefined,
  });
  return [...late, uptime, ...explainElsewhere(probes), ...explainAudit(checks)];
}

/** The results of other regions, the last time they were asked. */
function explainElsewhere(probes: ProbeResult[]): string[] {
  const probe = probes.find(({ elsewhere }) => elsewhere);
  if (!probe?.elsewhere) return [];
  const { at, outcome, elsewhere } = probe;
  return [
    `At ${at} it failed from here ("${outcome}"), and other regions were asked: ${listed(elsewhere)}. A website that answers one of them is not down.`,
  ];
}

function explainState({ uptime }: MonitorRecord, [last]: ProbeResult[]): string {
  if (last === undefined) return "it was not probed yet.";
  const { state, since, down_since, unstable_since: began } = uptime;
  const unstable = began === undefined ? "" : `it is unstable since ${atSecond(began)}, and `;
  const from = since === undefined ? "" : ` since ${atSecond(since)}`;
  switch (state) {
    case "new":
      return "it was not probed yet.";
    case "up":
    case "unknown":
      return `${unstable}the last probe found "${last.outcome}".`;
    case "suspect":
      return `but it fails${from} ("${last.outcome}"): a second round after a minute decides.`;
    case "down":
      return `two rounds have found it down, and it fails since ${atSecond(down_since ?? 0)}: "${last.outcome}".`;
    case "recovering":
      return `but it answers again${from}: a second good round makes it up.`;
  }
}

function explainAudit({ audit }: WebsiteChecks): string[] {
  const [last] = audit.results;
  if (last === undefined) return ["It was not audited yet."];
  const { unreadable } = audit.memory;
  if (unreadable === undefined) return [`The last audit read ${last.outcome}, at ${last.at}.`];
  const { since, reason, tries } = unreadable;
  return [`Audits can't read it since ${since}: ${reason}. Audits that failed since: ${tries}.`];
}

function atSecond(seconds: number): string {
  return timestamp(new Date(seconds * 1000));
}

/** The checks that the plan enables. */
interface Checks {
  monitor?: MonitorRecord | undefined;
  last?: ProbeResult | undefined;
  audit?: CheckRecord | undefined;
}

/** Sentences about overdue checks. */
function explainLate({ monitor, last, audit }: Checks): string[] {
  const isOver = (due: string, seconds: number) => Date.parse(due) + seconds * 1000 < Date.now();
  const sentences: string[] = [];
  const probeDue = monitor && last && dueAfter(last, monitor);
  if (probeDue !== undefined && isOver(probeDue, GAP_TOLERANCE_SECONDS)) {
    sentences.push(
      `A probe was due at ${probeDue} but has no result: either ${NOTHING_RUNS}, or the worker can't reach its control addresses.`,
    );
  }
  if (!audit) return sentences;
  const since = audit.waiting_since ?? audit.due_at;
  if (isOver(since, LATE_AUDIT_SECONDS)) {
    const isWaiting = !isOver(audit.due_at, LATE_AUDIT_SECONDS);
    const why = isWaiting ? "it waits for other audits of its host, or for time" : NOTHING_RUNS;
    sentences.push(`An audit has been due since ${since}: ${why}.`);
  }
  return sentences;
}

/** When the next probe was due: an interval after the last one. */
function dueAfter({ at }: ProbeResult, { target }: MonitorRecord): string {
  return timestamp(new Date(Date.parse(at) + target.minutes * 60_000));
}
