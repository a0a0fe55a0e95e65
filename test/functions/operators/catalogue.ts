import { findCheck } from "../../../functions/monitoring/findChecks.ts";
import type { CommandName } from "../../../functions/operators/commands.ts";
import { changeReportMails, findReportMails } from "../../../functions/reports/reportMails.ts";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { Check } from "../../../shared/entities/check.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { UsageMonth } from "../../../shared/entities/usage.ts";
import { User } from "../../../shared/entities/user.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { generateApiKey, identifyApiKey } from "../../../shared/http/apiKey.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { makeCheck } from "../../infra/scenarios/scenario.ts";
import { call } from "../../support/api.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import { copyEstate } from "../../support/estateCopies.ts";
import {
  makeCompetitor,
  makeCustomFields,
  makeDeletion,
  makeFeedItem,
  makeReseller,
  makeUser,
  makeWebhook,
  onboardingBody,
  type TestReseller,
} from "../../support/factories.ts";
import { messagesAbout } from "../../support/messages.ts";
import { answer, run } from "./run.ts";

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

  "api show": async ({ uuid }) => {
    const limits = { reads_per_minute: 100, writes_per_minute: 100, deliveries_per_minute: 100 };
    await Reseller.patch({ uuid }).set(limits).go();
    return { input: { reseller_uuid: uuid, route: "GET /v1/account" } };
  },

  "reseller create": () => {
    const new_uuid = newUuid();
    const list = () => run("plan list", { reseller_uuid: new_uuid });
    return {
      input: { name: `Catalogue ${new_uuid}`, new_uuid },
      happened: async () => (await list()).length === 1,
    };
  },
  "reseller list": () => ({ input: {} }),
  "reseller set": ({ uuid }) => ({
    input: { uuid, colour: "#123456" },
    happened: async () => (await readReseller(uuid))?.colour === "#123456",
  }),
  "reseller rename": ({ uuid }) => ({
    input: { uuid, name: `Renamed ${uuid}` },
    happened: async () => (await readReseller(uuid))?.name === `Renamed ${uuid}`,
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
    input: { reseller_uuid, name: NAME, test: true, key: generateApiKey() },
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
  "key rename": ({ key }) => ({
    input: { uuid: identifyApiKey(key).uuid, name: NAME },
    happened: async () => (await readKey(key))?.name === NAME,
  }),
  "key rotate": ({ uuid: reseller_uuid, key: old }) => {
    const key = generateApiKey();
    return {
      input: { uuid: identifyApiKey(old).uuid, key },
      happened: async () =>
        Boolean((await readKey(old))?.expires_at) &&
        (await readKey(key)) !== null &&
        (await run("key list", { reseller_uuid })).length === 2,
    };
  },

  "plan create": ({ uuid: reseller_uuid }) => ({
    input: { reseller_uuid, name: NAME, with: ["ssl"], new_uuid: newUuid(), default: true },
    happened: async () => isNamedOnce(await run("plan list", { reseller_uuid })),
  }),
  "plan list": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  "plan update": ({ uuid: reseller_uuid, planUuid: uuid }) => ({
    input: { uuid, name: NAME, default: true },
    happened: async () => isNamedOnce(await run("plan list", { reseller_uuid })),
  }),
  "plan delete": async ({ uuid: reseller_uuid, planUuid: move_to, business: business_uuid }) => {
    const { uuid } = await run("plan create", { reseller_uuid, name: NAME });
    await run("business set-plan", { business_uuid, plan_uuid: uuid });
    return {
      input: { uuid, move_to },
      happened: async () => (await run("plan list", { reseller_uuid })).length === 1,
    };
  },

  "custom-field create": ({ uuid: reseller_uuid }) => ({
    input: { reseller_uuid, name: NAME, type: "text", new_uuid: newUuid() },
    happened: async () => isNamedOnce(await run("custom-field list", { reseller_uuid })),
  }),
  "custom-field list": async (reseller) => {
    await makeCustomFields(reseller, [{ name: "Tier", options: ["gold", "silver"] }]);
    return { input: { reseller_uuid: reseller.uuid } };
  },
  "custom-field update": async (reseller) => {
    const { uuid: reseller_uuid } = reseller;
    const [field] = await makeCustomFields(reseller, [{ name: "Tier" }]);
    return {
      input: { uuid: field?.uuid, reseller_uuid, name: NAME },
      happened: async () => isNamedOnce(await run("custom-field list", { reseller_uuid })),
    };
  },
  "custom-field delete": async (reseller) => {
    const { uuid: reseller_uuid } = reseller;
    const [field] = await makeCustomFields(reseller, [{ name: "Tier" }]);
    return {
      input: { uuid: field?.uuid, reseller_uuid, yes: true },
      happened: async () => (await run("custom-field list", { reseller_uuid })).length === 0,
    };
  },

  "user list": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  "user suspend": (site) => ({
    input: { uuid: site.user },
    happened: async () => Boolean((await readUser(site, site.user))?.suspended_at),
  }),
  "user resume": async (site) => {
    const uuid = site.user;
    await run("user suspend", { uuid });
    return {
      input: { uuid },
      happened: async () => !(await readUser(site, uuid))?.suspended_at,
    };
  },
  "user delete": ({ user }) => deletionOf(user),
  "mail list": ({ user: user_uuid }) => ({ input: { user_uuid } }),
  "mail resend": ({ user: user_uuid }) => ({
    input: { user_uuid },
    happened: async () => messagesAbout("MAIL_QUEUE_URL", user_uuid).length > 0,
  }),
  "mail resubscribe": async ({ uuid: reseller_uuid, user: user_uuid }) => {
    const key = { reseller_uuid, uuid: user_uuid };
    await changeReportMails(key, () => ({ unsubscribed_at: "2026-11-22T10:00:00+00:00" }));
    return {
      input: { user_uuid },
      happened: async () => (await findReportMails(key))?.unsubscribed_at === undefined,
    };
  },

  "business list": ({ user: user_uuid }) => ({ input: { user_uuid } }),
  "business set-plan": async ({ uuid: reseller_uuid, business }) => {
    const { uuid } = await run("plan create", { reseller_uuid, name: NAME });
    return {
      input: { business_uuid: business, plan_uuid: uuid },
      happened: async () => (await run("show", { uuid: business })).plan_uuid === uuid,
    };
  },
  "business set-address": ({ business: uuid }) => ({
    input: { uuid, city: "York" },
    happened: async () => (await run("show", { uuid })).address.city === "York",
  }),
  "business delete": ({ business }) => deletionOf(business),

  "website list": ({ business: business_uuid }) => ({ input: { business_uuid } }),
  "website explain": async (site) => {
    const website = await makeChecked(site);
    const audit = { reseller_uuid: site.uuid, uuid: website, kind: "audit" } as const;
    await Check.patch(audit).set({ waiting_for: "busy.example" }).go();
    return { input: { website } };
  },
  "website set-hostname": ({ website }) => {
    const hostname = "moved.example";
    return {
      input: { website, hostname },
      happened: async () => (await run("show", { uuid: website })).hostname === hostname,
    };
  },
  "website delete": ({ website }) => {
    const { happened } = deletionOf(website);
    return { input: { website, yes: true }, happened };
  },
  "down list": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  "feed list": async ({ uuid: reseller_uuid, business: business_uuid, website }) => {
    await makeFeedItem({ reseller_uuid, business_uuid, website_uuid: website });
    return { input: { website, details: true } };
  },
  "check list": async (site) => ({ input: { website: await makeChecked(site) } }),
  "audit-log": ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  usage: async (reseller) => {
    const { uuid: reseller_uuid, planUuid } = reseller;
    const month = { reseller_uuid, month: "2026-11", name: `plan#${planUuid}` };
    await UsageMonth.put({ ...month, net: 1, seconds: 1_296_000 }).go();
    return { input: { reseller_uuid, month: "2026-11" } };
  },
  "reseller recount": ({ uuid }) => {
    const input = { uuid };
    const happened = async () => (await run("reseller recount", input)).changed.length === 0;
    return { input, happened };
  },
  "audit run": async (site) => {
    const website = await makeChecked(site);
    const key = { reseller_uuid: site.uuid, uuid: website };
    return {
      input: { website },
      happened: async () => (await findCheck(key, "audit"))?.requested_at !== undefined,
    };
  },
  "audit result": async (site) => {
    return { input: { website: await makeChecked(site), requested_at: timestamp() } };
  },

  "competitor list": async (site) => {
    await makeCompetitor(site, site.business);
    return { input: { business_uuid: site.business } };
  },
  "competitor reread": async (site) => {
    const uuid = await makeCompetitor(site, site.business);
    return {
      input: { uuid },
      happened: async () => messagesAbout("COMPETITOR_QUEUE_URL", uuid).length > 0,
    };
  },
  "competitor delete": async (site) => deletionOf(await makeCompetitor(site, site.business)),

  "deleted list": async (reseller) => {
    await makeDeletion(reseller);
    return { input: { reseller_uuid: reseller.uuid } };
  },
  "deleted restore": async (reseller) => {
    const uuid = await makeDeletion(reseller);
    return {
      input: { reseller_uuid: reseller.uuid, uuid },
      happened: async () => (await readWebhook(reseller, uuid)) !== null,
    };
  },
  export: ({ uuid: reseller_uuid }) => ({ input: { reseller_uuid } }),
  "webhook list": async (reseller) => {
    await makeWebhook(reseller);
    return { input: { reseller_uuid: reseller.uuid } };
  },
  "webhook enable": async (reseller) => {
    const uuid = await makeWebhook(reseller);
    await run("webhook disable", { uuid });
    return {
      input: { uuid },
      happened: async () => (await readWebhook(reseller, uuid))?.disabled_at === undefined,
    };
  },
  "webhook disable": async (reseller) => {
    const uuid = await makeWebhook(reseller);
    return {
      input: { uuid },
      happened: async () => (await readWebhook(reseller, uuid))?.disabled_reason === "operator",
    };
  },
  "webhook test": async (reseller) => {
    const uuid = await makeWebhook(reseller);
    return {
      input: { uuid },
      happened: async () => ((await readWebhook(reseller, uuid))?.test_count ?? 0) > 0,
    };
  },
  "delivery list": async (reseller) => ({
    input: { webhook_uuid: (await makeDelivered(reseller)).webhook_uuid },
  }),
  "delivery show": async (reseller) => ({ input: { ...(await makeDelivered(reseller)) } }),
  "delivery replay": async (reseller) => {
    const input = await makeDelivered(reseller);
    return {
      input: { ...input },
      happened: async () => (await run("delivery show", input)).status === "pending",
    };
  },

  "dead-letter list": () => ({ input: {} }),
  "dead-letter show": () => ({ input: { queue: DEAD_LETTERS } }),
  "dead-letter redrive": () => ({ input: { queue: DEAD_LETTERS } }),
  "dead-letter lost": () => ({ input: {} }),
  "dead-letter replay": () => ({ input: {} }),

  "signing-key accept": () => ({ input: { yes: true } }),
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
  await Promise.all([
    makeCheck({ ...check, hostname, kind: "uptime" }),
    makeCheck({ ...check, hostname, kind: "audit" }),
  ]);
  return website;
}

async function makeDelivered(reseller: TestReseller) {
  const webhook_uuid = await makeWebhook(reseller);
  const { uuid } = await makeDelivery({ reseller_uuid: reseller.uuid, webhook_uuid });
  return { uuid, webhook_uuid };
}

function deletionOf(uuid: string): Required<Case> {
  return {
    input: { uuid, yes: true },
    happened: async () => !(await answer("show", { uuid })).ok,
  };
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

async function readUser({ uuid: reseller_uuid }: TestReseller, uuid: string) {
  return (await User.get({ reseller_uuid, uuid }).go({ consistent: true })).data;
}

async function readWebhook({ uuid: reseller_uuid }: TestReseller, uuid: string) {
  return (await Webhook.get({ reseller_uuid, uuid }).go({ consistent: true })).data;
}
