/** What can be done to each type of record, as the audit log calls it. Events have the same names. */
const verbs = {
  account: ["created", "updated", "deleted"],
  alerts: ["updated"],
  api_key: ["created", "updated", "revoked", "deleted"],
  business: ["created", "updated", "deleted", "restored", "purged"],
  competitor: ["created", "updated", "enriched", "deleted", "restored", "purged"],
  custom_field: ["created", "updated", "deleted"],
  finding: ["ignored", "opened", "noted"],
  maintenance_window: ["created", "deleted"],
  plan: ["created", "updated", "deleted"],
  prospect: ["created", "deleted"],
  report_mails: ["updated", "unsubscribed", "resubscribed"],
  share: ["created", "updated", "deleted"],
  user: ["onboarded", "updated", "suspended", "resumed", "deleted", "restored", "purged"],
  webhook: [
    "created",
    "updated",
    "disabled",
    "enabled",
    "secret_rotated",
    "deleted",
    "restored",
    "purged",
  ],
  website: ["created", "updated", "deleted", "restored", "purged"],
} as const;

export type AuditedType = keyof typeof verbs;
export type AuditAction = {
  [Type in AuditedType]: `${Type}.${(typeof verbs)[Type][number]}`;
}[AuditedType];

export const auditedTypes = Object.keys(verbs) as AuditedType[];

export const auditActions = Object.entries(verbs).flatMap(([type, of]) =>
  of.map((verb) => `${type}.${verb}` as AuditAction),
);
