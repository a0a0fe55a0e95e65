import { createCustomField } from "./createCustomField.ts";
import { createKey } from "./createKey.ts";
import { createPlan } from "./createPlan.ts";
import { createReseller } from "./createReseller.ts";
import { deleteCustomField } from "./deleteCustomField.ts";
import { deletePlan } from "./deletePlan.ts";
import { deleteReseller, readDeletion } from "./deleteReseller.ts";
import { disableWebhook } from "./disableWebhook.ts";
import { enableWebhook } from "./enableWebhook.ts";
import { endpointCommands } from "./endpointCommands.ts";
import { explainWebsite } from "./explainWebsite.ts";
import { find } from "./find.ts";
import { listChecks } from "./listChecks.ts";
import { listDeadLetters } from "./listDeadLetters.ts";
import { listDown } from "./listDown.ts";
import { listKeys } from "./listKeys.ts";
import { listLostRecords } from "./listLostRecords.ts";
import { listMails } from "./listMails.ts";
import { listPlans } from "./listPlans.ts";
import { listResellers } from "./listResellers.ts";
import { listWebhooks } from "./listWebhooks.ts";
import { readAuditResult } from "./readAuditResult.ts";
import { redriveDeadLetters } from "./redriveDeadLetters.ts";
import { renameKey } from "./renameKey.ts";
import { renameReseller } from "./renameReseller.ts";
import { replayLostRecords } from "./replayLostRecords.ts";
import { rereadCompetitor } from "./rereadCompetitor.ts";
import { resendMail } from "./resendMail.ts";
import { revokeKey } from "./revokeKey.ts";
import { rotateKey } from "./rotateKey.ts";
import { runAudit } from "./runAudit.ts";
import { setBusinessPlan } from "./setBusinessPlan.ts";
import { setKey } from "./setKey.ts";
import { setReseller } from "./setReseller.ts";
import { show } from "./show.ts";
import { showDeadLetters } from "./showDeadLetters.ts";
import { updateCustomField } from "./updateCustomField.ts";
import { updatePlan } from "./updatePlan.ts";

/** The operators' commands by their names: each takes an input, and its result is JSON. */
export const commands = {
  ...endpointCommands,
  find,
  show,
  "reseller create": createReseller,
  "reseller list": listResellers,
  "reseller set": setReseller,
  "reseller rename": renameReseller,
  "reseller delete": deleteReseller,
  "reseller deletion": readDeletion,
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
  "audit run": runAudit,
  "audit result": readAuditResult,
  "competitor reread": rereadCompetitor,
  "mail list": listMails,
  "mail resend": resendMail,
  "check list": listChecks,
  "website explain": explainWebsite,
  "down list": listDown,
  "webhook list": listWebhooks,
  "webhook enable": enableWebhook,
  "webhook disable": disableWebhook,
  "dead-letter list": listDeadLetters,
  "dead-letter show": showDeadLetters,
  "dead-letter redrive": redriveDeadLetters,
  "dead-letter lost": listLostRecords,
  "dead-letter replay": replayLostRecords,
} satisfies Record<string, (input: unknown) => Promise<unknown>>;

export type CommandName = keyof typeof commands;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(commands, name);
}
