import { readAuditLog } from "./auditLog.ts";
import { setBusinessPlan } from "./business.ts";
import { closeReseller, reopenReseller } from "./closing.ts";
import { rereadCompetitor } from "./competitor.ts";
import { createReseller } from "./createReseller.ts";
import { createCustomField, deleteCustomField, updateCustomField } from "./customField.ts";
import { listDeadLetters, redriveDeadLetters, showDeadLetters } from "./deadLetters.ts";
import { listDeletedRecords, restoreDeletedRecords } from "./deleted.ts";
import { deletePlan } from "./deletePlan.ts";
import { deletionCommands } from "./deletions.ts";
import { endpointCommands } from "./endpointCommands.ts";
import { explainWebsite } from "./explainWebsite.ts";
import { exportCustomers } from "./exportCustomers.ts";
import { find } from "./find.ts";
import { createKey, listKeys, renameKey, revokeKey, setKey } from "./key.ts";
import { listChecks } from "./listChecks.ts";
import { listDown } from "./listDown.ts";
import { listLostRecords, replayLostRecords } from "./lostRecords.ts";
import { listMails, resendMail, resubscribe } from "./mail.ts";
import { createPlan, listPlans, updatePlan } from "./plan.ts";
import { readAsReseller } from "./readAsReseller.ts";
import { recountUsage } from "./recountUsage.ts";
import { listResellers, renameReseller } from "./reseller.ts";
import { setReseller } from "./resellerSettings.ts";
import { rotateKey } from "./rotateKey.ts";
import { readAuditResult, runAudit } from "./runAudit.ts";
import { show } from "./show.ts";
import { acceptSigningKey } from "./signingKey.ts";
import { listUsage } from "./usage.ts";
import { disableWebhook, enableWebhook, listWebhooks } from "./webhook.ts";

/** Every operators' command by its name. */
export const commands = {
  find,
  show,
  "api show": readAsReseller,
  "reseller create": createReseller,
  "reseller list": listResellers,
  "reseller set": setReseller,
  "reseller rename": renameReseller,
  "reseller recount": recountUsage,
  "reseller close": closeReseller,
  "reseller reopen": reopenReseller,
  "key create": createKey,
  "key list": listKeys,
  "key set": setKey,
  "key revoke": revokeKey,
  "key rename": renameKey,
  "key rotate": rotateKey,
  "plan create": createPlan,
  "plan list": listPlans,
  "plan update": updatePlan,
  "plan delete": deletePlan,
  "custom-field create": createCustomField,
  "custom-field update": updateCustomField,
  "custom-field delete": deleteCustomField,
  "business set-plan": setBusinessPlan,
  "audit-log": readAuditLog,
  usage: listUsage,
  "audit run": runAudit,
  "audit result": readAuditResult,
  "competitor reread": rereadCompetitor,
  "mail list": listMails,
  "mail resend": resendMail,
  "mail resubscribe": resubscribe,
  "check list": listChecks,
  "website explain": explainWebsite,
  "down list": listDown,
  "deleted list": listDeletedRecords,
  "deleted restore": restoreDeletedRecords,
  "webhook list": listWebhooks,
  "webhook enable": enableWebhook,
  "webhook disable": disableWebhook,
  "dead-letter list": listDeadLetters,
  "dead-letter show": showDeadLetters,
  "dead-letter redrive": redriveDeadLetters,
  "dead-letter lost": listLostRecords,
  "dead-letter replay": replayLostRecords,
  "signing-key accept": acceptSigningKey,
  export: exportCustomers,
  ...endpointCommands,
  ...deletionCommands,
} satisfies Record<string, (input: unknown) => Promise<unknown>>;

export type CommandName = keyof typeof commands;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
