import { createCustomField } from "./createCustomField.ts";
import { createKey } from "./createKey.ts";
import { createPlan } from "./createPlan.ts";
import { createReseller } from "./createReseller.ts";
import { deleteBusiness } from "./deleteBusiness.ts";
import { deleteCompetitor } from "./deleteCompetitor.ts";
import { deleteCustomField } from "./deleteCustomField.ts";
import { deletePlan } from "./deletePlan.ts";
import { deleteReseller, readDeletion } from "./deleteReseller.ts";
import { deleteUser } from "./deleteUser.ts";
import { deleteWebsite } from "./deleteWebsite.ts";
import { disableWebhook } from "./disableWebhook.ts";
import { enableWebhook } from "./enableWebhook.ts";
import { explainWebsite } from "./explainWebsite.ts";
import { find } from "./find.ts";
import { listBusinesses } from "./listBusinesses.ts";
import { listChecks } from "./listChecks.ts";
import { listCompetitors } from "./listCompetitors.ts";
import { listCustomFields } from "./listCustomFields.ts";
import { listDeadLetters } from "./listDeadLetters.ts";
import { listDeliveries } from "./listDeliveries.ts";
import { listDown } from "./listDown.ts";
import { listFeed } from "./listFeed.ts";
import { listKeys } from "./listKeys.ts";
import { listLostRecords } from "./listLostRecords.ts";
import { listMails } from "./listMails.ts";
import { listPlans } from "./listPlans.ts";
import { listResellers } from "./listResellers.ts";
import { listUsers } from "./listUsers.ts";
import { listWebhooks } from "./listWebhooks.ts";
import { listWebsites } from "./listWebsites.ts";
import { readAuditResult } from "./readAuditResult.ts";
import { redriveDeadLetters } from "./redriveDeadLetters.ts";
import { renameKey } from "./renameKey.ts";
import { renameReseller } from "./renameReseller.ts";
import { replayDelivery } from "./replayDelivery.ts";
import { replayLostRecords } from "./replayLostRecords.ts";
import { rereadCompetitor } from "./rereadCompetitor.ts";
import { resendMail } from "./resendMail.ts";
import { resumeUser } from "./resumeUser.ts";
import { revokeKey } from "./revokeKey.ts";
import { rotateKey } from "./rotateKey.ts";
import { runAudit } from "./runAudit.ts";
import { setBusinessAddress } from "./setBusinessAddress.ts";
import { setBusinessPlan } from "./setBusinessPlan.ts";
import { setKey } from "./setKey.ts";
import { setReseller } from "./setReseller.ts";
import { setWebsiteHostname } from "./setWebsiteHostname.ts";
import { show } from "./show.ts";
import { showDeadLetters } from "./showDeadLetters.ts";
import { showDelivery } from "./showDelivery.ts";
import { suspendUser } from "./suspendUser.ts";
import { testWebhook } from "./testWebhook.ts";
import { updateCustomField } from "./updateCustomField.ts";
import { updatePlan } from "./updatePlan.ts";

/** The operators' commands by their names: each takes an input, and its result is JSON. */
export const commands = {
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
  "custom-field list": listCustomFields,
  "custom-field update": updateCustomField,
  "custom-field delete": deleteCustomField,
  "business set-plan": setBusinessPlan,
  "business set-address": setBusinessAddress,
  "business delete": deleteBusiness,
  "audit run": runAudit,
  "audit result": readAuditResult,
  "user list": listUsers,
  "business list": listBusinesses,
  "website list": listWebsites,
  "competitor list": listCompetitors,
  "competitor reread": rereadCompetitor,
  "competitor delete": deleteCompetitor,
  "user suspend": suspendUser,
  "user resume": resumeUser,
  "user delete": deleteUser,
  "mail list": listMails,
  "mail resend": resendMail,
  "check list": listChecks,
  "website explain": explainWebsite,
  "website set-hostname": setWebsiteHostname,
  "website delete": deleteWebsite,
  "down list": listDown,
  "feed list": listFeed,
  "webhook list": listWebhooks,
  "webhook enable": enableWebhook,
  "webhook disable": disableWebhook,
  "webhook test": testWebhook,
  "delivery list": listDeliveries,
  "delivery show": showDelivery,
  "delivery replay": replayDelivery,
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
