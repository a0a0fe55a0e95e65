import type { AuditLogEntry } from "reseller-website-monitoring-client";

const nouns: Record<string, string> = {
  account: "Account",
  alerts: "Alerts",
  api_key: "API key",
  business: "Business",
  competitor: "Competitor",
  custom_field: "Custom field",
  finding: "Finding",
  maintenance_window: "Maintenance",
  plan: "Plan",
  report_mails: "Report e-mails",
  share: "Shared page",
  user: "Customer",
  webhook: "Webhook",
  website: "Website",
};

const verbs: Record<string, string> = {
  created: "added",
  onboarded: "added",
  updated: "changed",
  purged: "removed for good",
  read: "looked at",
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
 * What was changed, how, and by whom: `Website`, `added by key demo`. What is newer than the console stands for
 * itself.
 */
export function tellAction({ action, actor }: Pick<AuditLogEntry, "action" | "actor">) {
  const [type = "", verb = ""] = action.split(".");
  const done = actions[action] ?? verbs[verb] ?? verb.replaceAll("_", " ");
  const who = actor.type === "key" ? `key ${actor.name}` : `the ${actor.type}`;
  return { what: nouns[type] ?? type.replaceAll("_", " "), done: `${done} by ${who}` };
}
