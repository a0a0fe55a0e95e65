import { parseUuid } from "../../shared/platform/uuid.ts";
import { callApi } from "./api.ts";
import { readAuditLog } from "./auditLog.ts";
import { type CommandInput, type CommandName, catalogue, isCommand } from "./catalogue.ts";
import { closeReseller, reopenReseller } from "./closing.ts";
import { createCustomField, deleteCustomField, updateCustomField } from "./customField.ts";
import { listDeadLetters, redriveDeadLetters, showDeadLetters } from "./deadLetters.ts";
import { type CommandKind, type Definition, kindOf, parseInput, WrongInput } from "./definition.ts";
import { explainWebsite } from "./explainWebsite.ts";
import { find } from "./find.ts";
import { createKey, listKeys, revokeKey, setKey } from "./key.ts";
import { listLostRecords, replayLostRecords } from "./lostRecords.ts";
import { listMails, resendMail } from "./mail.ts";
import { createPlan, deletePlan, listPlans, setBusinessPlan, updatePlan } from "./plan.ts";
import { requireUuidOf } from "./records.ts";
import { createReseller, listResellers, setReseller } from "./reseller.ts";
import { show } from "./show.ts";
import { listUsage } from "./usage.ts";
import { disableWebhook } from "./webhook.ts";

/** What each command of the catalogue does. */
const actions: { [Name in CommandName]: (input: CommandInput<Name>) => Promise<unknown> } = {
  find,
  show,
  api: callApi,
  "reseller create": createReseller,
  "reseller list": listResellers,
  "reseller set": setReseller,
  "reseller close": closeReseller,
  "reseller reopen": reopenReseller,
  "key create": createKey,
  "key list": listKeys,
  "key set": setKey,
  "key revoke": revokeKey,
  "plan create": createPlan,
  "plan list": listPlans,
  "plan update": updatePlan,
  "plan delete": deletePlan,
  "custom-field create": createCustomField,
  "custom-field update": updateCustomField,
  "custom-field delete": deleteCustomField,
  "business set-plan": setBusinessPlan,
  "website explain": explainWebsite,
  "mail list": listMails,
  "mail resend": resendMail,
  "webhook disable": disableWebhook,
  "audit-log": readAuditLog,
  usage: listUsage,
  "dead-letter list": listDeadLetters,
  "dead-letter show": showDeadLetters,
  "dead-letter redrive": redriveDeadLetters,
  "dead-letter lost": listLostRecords,
  "dead-letter replay": replayLostRecords,
};

/** A command with its input. */
interface Command {
  kind: CommandKind;
  /** Checks the input and does the work; throws WrongInput if the input does not fit. */
  run(): Promise<unknown>;
}

/** Finds a command by its name; throws WrongInput for an unknown name. */
export function findCommand(name: string, input: unknown): Command {
  if (!isCommand(name)) {
    const names = Object.keys(catalogue).join(", ");
    throw new WrongInput(`There is no command "${name}"; there are ${names}.`);
  }
  const definition: Definition = catalogue[name];
  const action = actions[name] as (input: object) => Promise<unknown>;
  const fields = typeof input === "object" ? { ...input } : {};
  return {
    kind: kindOf(definition, fields),
    run: async () => action(await withUuids(definition, parseInput(definition, input))),
  };
}

/** Replaces the names of records by their uuids; throws WrongInput if no record, or several, have a name. */
async function withUuids({ fields }: Definition, input: Record<string, unknown>) {
  const entries = Object.entries(input).map(async ([field, value]) => {
    const kind = fields[field]?.names;
    if (kind === undefined || typeof value !== "string") return [field, value];
    return [field, parseUuid(value) ?? (await requireUuidOf(kind, value))];
  });
  return Object.fromEntries(await Promise.all(entries));
}
