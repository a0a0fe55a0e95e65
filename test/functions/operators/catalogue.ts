import type { CommandName } from "../../../functions/operators/catalogue.ts";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { UsageDay } from "../../../shared/entities/usageDay.ts";
import { identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { findWebhook } from "../../../shared/webhooks/webhook.ts";
import { makeCheck } from "../../infra/function/scenarios/scenario.ts";
import { call } from "../../support/api.ts";
import { copyEstate } from "../../support/estateCopies.ts";
import {
  makeCustomFields,
  makeReseller,
  makeUser,
  makeWebhook,
  onboardingBody,
  type TestReseller,
} from "../../support/factories.ts";
import { messagesAbout } from "../../support/messages.ts";
import { answer, listCustomFields, run } from "./run.ts";

/** A command with an input that it accepts. */
export interface Case {
  input: Record<string, unknown>;
  /** For a command that changes something: whether that happened exactly once. */
  happened?(): Promise<boolean>;
}

/** A reseller with a user, a business and a website, as an onboarding makes them. */
interface Site extends TestReseller {
  user: string;
  business: string;
  website: string;
}

/** No other test has dead letters in this queue. */
const DEAD_LETTERS = "competitorReader";
const NAME = "in the catalogue";

/**
 * An accepted input for every command of the operators, and the records it needs beyond a site. The tests of faults,
 * tables, permissions and the bundle run them all; a command that is missing here fails the type check.
 */
export const catalogue: Record<CommandName, (site: Site) => Case | Promise<Case>> = {
  find: async ({ uuid: reseller_uuid }) => ({ input: { text: "Test", reseller_uuid } }),
  show: ({ website }) => ({ input: { uuid: website } }),
  api: ({ uuid: reseller_uuid, website }) => ({
    input: { reseller_uuid, method: "DELETE", path: `/v1/websites/${website}` },
    happened: async () => !(await answer("show", { uuid: website })).ok,
  }),

  "reseller create": () => {
    const name = `Catalogue ${newUuid()}`;
    return {
      input: { name },
      happened: async () => (await answer("plan list", { reseller_uuid: name })).ok,
    };
  },
  "reseller list": () => ({ input: {} }),
  "reseller set": ({ uuid }) => ({
    input: { uuid, name: `Renamed ${uuid}`, colour: "#123456" },
    happened: async () => (await readReseller(uuid))?.colour === "#123456",
  }),

  "reseller close": ({ uuid }) => ({
    input: { uuid, yes: true },
    happened: async () => (await readReseller(uuid))?.closed_at !== undefined,
  }),
  "reseller reopen": async ({ uuid }) => {
    await run("reseller close", { uuid, yes: true });
    return {
      input: { uuid },
      happened: async () => (await readReseller(uuid))?.closed_at === undefined,
    };
  },

  "key create": ({ uuid: reseller_uuid }) => ({
    input: { reseller_uuid, name: NAME, test: true },
    happened: async () => isNamedOnce(await run("key list", { reseller_uuid })),
  }),
  "key list": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  "key set": ({ key }) => ({
    input: { uuid: identifyApiKey(key).uuid, read_only: true, allow_ip: ["203.0.113.7"] },
    happened: async () => (await readKey(key))?.allowed_ips?.[0] === "203.0.113.7/32",
  }),
  "key revoke": ({ key }) => ({
    input: { uuid: identifyApiKey(key).uuid },
    happened: async () => Boolean((await readKey(key))?.revoked_at),
  }),

  "plan create": ({ uuid: reseller_uuid }) => ({
    input: { reseller_uuid, name: NAME, with: ["ssl"], default: true },
    happened: async () => isNamedOnce(await run("plan list", { reseller_uuid })),
  }),
  "plan list": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  "plan update": ({ uuid: reseller_uuid, planUuid: uuid }) => ({
    input: { uuid, name: NAME, default: true },
    happened: async () => isNamedOnce(await run("plan list", { reseller_uuid })),
  }),
  "plan delete": async ({ uuid: reseller_uuid, business: business_uuid }) => {
    const { uuid } = await run("plan create", { reseller_uuid, name: NAME });
    await run("business set-plan", { business_uuid, plan_uuid: uuid });
    return {
      input: { uuid },
      happened: async () => (await run("plan list", { reseller_uuid })).length === 1,
    };
  },

  "custom-field create": ({ uuid: reseller_uuid }) => ({
    input: { reseller_uuid, name: NAME, type: "text" },
    happened: async () => isNamedOnce(await listCustomFields(reseller_uuid)),
  }),
  "custom-field update": async (reseller) => {
    const { uuid: reseller_uuid } = reseller;
    const [field] = await makeCustomFields(reseller, [{ name: "Tier" }]);
    return {
      input: { uuid: field?.uuid, reseller_uuid, name: NAME },
      happened: async () => isNamedOnce(await listCustomFields(reseller_uuid)),
    };
  },
  "custom-field delete": async (reseller) => {
    const { uuid: reseller_uuid } = reseller;
    const [field] = await makeCustomFields(reseller, [{ name: "Tier" }]);
    return {
      input: { uuid: field?.uuid, reseller_uuid, yes: true },
      happened: async () => (await listCustomFields(reseller_uuid)).length === 0,
    };
  },

  "business set-plan": async ({ uuid: reseller_uuid, business }) => {
    const { uuid } = await run("plan create", { reseller_uuid, name: NAME });
    return {
      input: { business_uuid: business, plan_uuid: uuid },
      happened: async () => (await run("show", { uuid: business })).plan_uuid === uuid,
    };
  },

  "mail list": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid, not_sent: true } }),
  "mail resend": ({ user: user_uuid }) => ({
    input: { user_uuid },
    happened: async () => messagesAbout("MAIL_QUEUE_URL", user_uuid).length > 0,
  }),
  "webhook disable": async (reseller) => {
    const key = { reseller_uuid: reseller.uuid, uuid: await makeWebhook(reseller) };
    return {
      input: { uuid: key.uuid },
      happened: async () => (await findWebhook(key))?.disabled_reason === "operator",
    };
  },

  "website explain": async (site) => {
    const website = await makeChecked(site);
    return { input: { website } };
  },
  "audit-log": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  usage: async (reseller) => {
    const { uuid: reseller_uuid, planUuid } = reseller;
    const day = { reseller_uuid, day: "2026-11-01", expires_epoch: 2_000_000_000 };
    await UsageDay.put({ ...day, websites: { [planUuid]: 1 } }).go();
    return { input: { reseller_uuid, month: "2026-11" } };
  },

  "dead-letter list": () => ({ input: {} }),
  "dead-letter show": () => ({ input: { queue: DEAD_LETTERS } }),
  "dead-letter redrive": () => ({ input: { queue: DEAD_LETTERS } }),
  "dead-letter lost": () => ({ input: {} }),
  "dead-letter replay": () => ({ input: {} }),
};

export const commandNames = Object.keys(catalogue) as CommandName[];

export async function makeSite(): Promise<Site> {
  const { reseller, ...site } = await copyEstate("site", onboard, () => onboardingBody().email);
  return { ...reseller, ...site };
}

async function onboard() {
  const reseller = await makeReseller();
  const { key } = reseller;
  const user = await makeUser(reseller);
  const firstOf = async (route: string, query: Record<string, string>): Promise<string> =>
    (await call(route, { key, query })).body.data[0].uuid;
  const business = await firstOf("GET /v1/businesses", { userUuid: user });
  const website = await firstOf("GET /v1/websites", { businessUuid: business });
  return { reseller, user, business, website };
}

async function makeChecked({ uuid: reseller_uuid, business, website }: Site): Promise<string> {
  const check = { reseller_uuid, business_uuid: business, uuid: website };
  const hostname = "https://engines.example.com";
  await makeCheck({ ...check, hostname });
  return website;
}

function isNamedOnce(records: { name: string }[]): boolean {
  return records.filter(({ name }) => name === NAME).length === 1;
}

async function readReseller(uuid: string) {
  return (await Reseller.get({ uuid }).go({ consistent: true })).data;
}

async function readKey(key: string) {
  const { uuid } = identifyApiKey(key);
  return (await ApiKey.get({ uuid }).go({ consistent: true })).data;
}
