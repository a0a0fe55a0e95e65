import { randomBytes } from "node:crypto";
import { AuditLogEntry } from "../../../shared/entities/auditLogEntry.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { FindingMarks } from "../../../shared/entities/findings.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { batchPut } from "../../../shared/table/batch.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { makeDelivery } from "../../support/deliveries.ts";
import {
  businessBody,
  makeBusiness,
  makeCompetitor,
  makeFeedItem,
  makeFinding,
  makeReseller,
  makeShare,
  makeUser,
  makeWebhook,
  makeWebsite,
  makeWindow,
} from "../../support/factories.ts";

/** Records on the largest page. */
const PAGE = 100;
const MOST_WINDOWS = 50;
const HISTORY_DAYS = 365;
const DAY_MS = 86_400_000;
const ENTRIES_A_MEGABYTE = 750;
/** More than a reseller has unless an operator allows them. */
const WEBHOOKS = 200;

/** Text that does not compress. */
export const noise = (characters: number) =>
  randomBytes(characters).toString("base64url").slice(0, characters);

/** A business as large as the API takes it. */
export const largeBusiness = () => ({
  ...businessBody,
  name: `Large ${noise(80)}`,
  products: Array.from({ length: PAGE }, () => noise(255)),
});

export type WorstEstate = Awaited<ReturnType<typeof makeWorstEstate>>;

/** A reseller with full pages of the largest records, and `webhooks` webhooks that get every event. */
export async function makeWorstEstate() {
  const reseller = await makeReseller({ max_webhooks: 2 * WEBHOOKS });
  const { key, uuid: reseller_uuid } = reseller;
  const user = await makeUser(reseller);
  const business = await makeBusiness(reseller, user);
  const website = await makeWebsite(reseller, business);
  const site = { reseller_uuid, business_uuid: business, website_uuid: website };
  const competitors: string[] = [];
  for (let count = 0; count < PAGE; count += 1) {
    await makeUser(reseller);
    const body = largeBusiness();
    // A digest takes a hundred businesses of a user, with those that other cases add.
    if (count >= 8) await call("POST /v1/businesses", { key, query: { userUuid: user }, body });
    await makeWebsite(reseller, business);
    competitors.push(await makeCompetitor(reseller, business));
    await makeShare(reseller, { website_uuid: website });
    const links = Array.from({ length: 30 }, () => noise(255));
    await makeFeedItem(site, { data: { links_broken_count: 30, links } });
  }
  const subjects = Array.from({ length: 500 }, () => ({ subject: noise(300) }));
  const finding = await makeFinding({ reseller, business, website }, ...subjects);
  const notes = Array.from({ length: 1000 }, () => [newUuid(), { note: noise(255) }] as const);
  const marks = { revision: 1, marks: Object.fromEntries(notes) };
  await FindingMarks.put({ reseller_uuid, business_uuid: business, uuid: website, ...marks }).go();
  const windows: string[] = [];
  for (let count = 0; count < MOST_WINDOWS; count += 1)
    windows.push(await makeWindow(reseller, website));
  const { uuid: share } = await makeShare(reseller, { website_uuid: website });
  await makeHistory(reseller_uuid, website);
  await makeLog(reseller_uuid, website);
  const webhook = await makeWebhook(reseller);
  const deliveries = [];
  for (let count = 0; count < PAGE; count += 1) {
    const attempt = { at: timestamp(), status: 500, error: null, duration_ms: 12 };
    const attempts = Array.from({ length: 8 }, () => ({ ...attempt, response: noise(1000) }));
    const body = JSON.stringify({
      type: "website.updated",
      data: { uuid: "w", text: noise(19_000) },
    });
    deliveries.push(
      await makeDelivery({ reseller_uuid, webhook_uuid: webhook }, { attempts, body }),
    );
  }
  await makeWebhooks(reseller_uuid, WEBHOOKS - 1);
  const [first] = deliveries;
  if (!first) throw new Error("There is no delivery");
  const onboarded = await makeUser(reseller);
  const { body } = await call("GET /v1/businesses", { key, query: { userUuid: onboarded } });
  return {
    ...{ reseller, key, user, business, website, windows, share, webhook, delivery: first },
    ...{ competitors, finding, withAddress: String(body.data[0].uuid), webhooks: WEBHOOKS },
  };
}

async function makeHistory(reseller_uuid: string, uuid: string) {
  const times = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`t${at}`, 1000 + at]));
  const days = Array.from({ length: HISTORY_DAYS }, (_, age) => {
    const at = Date.now() - age * DAY_MS;
    const figures = { looks: 288, failures: 9, observed: 86_400, down: 600, times };
    const day = timestamp(new Date(at)).slice(0, 10);
    const expires_epoch = Math.floor(at / 1000) + 400 * 86_400;
    return { reseller_uuid, uuid, day, ...figures, expires_epoch };
  });
  await UptimeDay.put(days).go();
  await Downtime.put(
    days.map(({ day, expires_epoch }) => ({
      ...{ reseller_uuid, uuid, expires_epoch, cause: "timeout", duration_seconds: 600 },
      ...{ began_at: `${day}T03:00:00+00:00`, ended_at: `${day}T03:10:00+00:00` },
    })),
  ).go();
}

/** As many long entries of the audit log as can be searched at once. */
async function makeLog(reseller_uuid: string, record_uuid: string) {
  const created_at = timestamp();
  const actor = { type: "key" as const, name: noise(100), user_agent: noise(100) };
  const long = () => JSON.stringify({ hostname: noise(300) });
  const entries = Array.from({ length: 7 * ENTRIES_A_MEGABYTE }, (_, number) => ({
    ...{ reseller_uuid, record_uuid, record_type: "website" as const, created_at, actor },
    ...{ uuid: crypto.randomUUID(), place: String(number), action: "website.updated" as const },
    ...{ before: long(), after: long() },
    expires_epoch: Math.floor(Date.now() / 1000) + DAY_MS,
  }));
  await batchPut(AuditLogEntry, entries);
}

/** Written as they are, because operators can allow more than the API would make. */
async function makeWebhooks(reseller_uuid: string, count: number) {
  const now = timestamp();
  const common = { reseller_uuid, secret_generation: 1, test_count: 0 };
  await Webhook.put(
    Array.from({ length: count }, (_, index) => ({
      ...{ ...common, uuid: crypto.randomUUID(), created_at: now, updated_at: now },
      endpoint: `https://hooks.example.com/${index}/${noise(200)}`,
    })),
  ).go();
  await Reseller.patch({ uuid: reseller_uuid }).add({ webhook_count: count }).go();
}
