/** What exports tell, by ElectroDB's name of the entity. */
export const exportedEntities: ReadonlySet<string> = new Set([
  ...["reseller", "plan", "customFields", "webhook", "delivery", "import", "importChunk"],
  ...["user", "mail", "reportMails", "business", "competitor", "share"],
  ...["website", "check", "downtime", "uptimeDay", "maintenance"],
  ...["feedItem", "websiteFindings", "findingMarks", "auditLogEntry", "usageMonth"],
]);
