import type { AuditLogEntry } from "reseller-website-monitoring-client";

/** What people work with; what the provider sets up for the account is left to the audit log. */
const nouns: Record<string, [one: string, several: string]> = {
  alerts: ["Alerts", "alerts"],
  business: ["Business", "businesses"],
  competitor: ["Competitor", "competitors"],
  finding: ["Finding", "findings"],
  maintenance_window: ["Maintenance", "maintenances"],
  report_mails: ["Report e-mails", "report e-mails"],
  share: ["Shared page", "shared pages"],
  user: ["Customer", "customers"],
  webhook: ["Webhook", "webhooks"],
  website: ["Website", "websites"],
};

const verbs: Record<string, string> = {
  created: "added",
  onboarded: "added",
  updated: "changed",
  purged: "removed for good",
  noted: "noted on",
  opened: "opened again",
  enriched: "read",
  secret_rotated: "given a new secret",
};

const actions: Record<string, string> = {
  "maintenance_window.created": "planned",
  "maintenance_window.deleted": "called off",
  "share.deleted": "ended",
};

/**
 * What was changed, how, and by whom: `3 websites`, `added by key demo`; undefined if that is no news, as what the
 * provider set up.
 */
export function tellAction({ action, actor }: Pick<AuditLogEntry, "action" | "actor">, count = 1) {
  const [type = "", verb = ""] = action.split(".");
  const [one, several] = nouns[type] ?? [];
  if (!one || (actor.type !== "key" && verbs[verb] === "added")) return undefined;
  const done = actions[action] ?? verbs[verb] ?? verb.replaceAll("_", " ");
  const who = actor.type === "key" ? `key ${actor.name}` : `the ${actor.type}`;
  return { what: count === 1 ? one : `${count} ${several}`, done: `${done} by ${who}` };
}
