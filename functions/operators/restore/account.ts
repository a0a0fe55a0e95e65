import { CustomFields } from "../../../shared/entities/customFields.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { Webhook, type WebhookRecord } from "../../../shared/entities/webhook.ts";
import { RecordNotFound, ValidationFailed } from "../../../shared/errors.ts";
import { accountList } from "../../../shared/lists/account.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { sharesOf, usersOf } from "../../../shared/lists/listedKind.ts";
import { readClosing, reopen } from "../../../shared/lists/stripes.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { searchKeys } from "../../../shared/table/searchKeys.ts";
import { transactIfTrue, write, writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { restore } from "../../deleted/restore.ts";
import { differences } from "./differences.ts";
import type { Restoration } from "./records.ts";

const WHOLE = { consistent: true, pages: "all" } as const;

/** Restores what the records need: the reseller itself, its plans and custom fields; and its webhooks. */
export async function restoreAccount(former: ResellerRecord, restoration: Restoration) {
  await restoreReseller(former, restoration);
  await restorePlans(restoration);
  await restoreCustomFields(restoration);
  await restoreWebhooks(restoration);
}

async function restoreReseller(former: ResellerRecord, { isDry, tally }: Restoration) {
  const { uuid } = former;
  const { data: now } = await Reseller.get({ uuid }).go({ consistent: true });
  const set = differences("reseller", now ?? {}, former);
  const isSame = Object.keys(set).length === 0;
  tally.add("reseller", now ? (isSame ? "unchanged" : "set_back") : "put_back");
  if (isDry) return;
  if (!now) {
    const none = { webhook_count: 0, business_count: 0, website_count: 0 };
    const { closed_since: _, ...open } = former;
    const created = { ...open, ...none, ...searchKeys(former.name, { uuid }) };
    await writeIfTrue(() => Reseller.create(created).go());
  } else if (!isSame) {
    await patchWith(Reseller, { uuid }, set);
  }
  await openLists(uuid);
}

/** Opens the lists that the deletion of a reseller has closed. They are empty: the reseller goes last. */
async function openLists(reseller_uuid: string) {
  const ofAccount = [websites.account, businesses.account].flatMap(({ name, parts }) =>
    [undefined, ...Object.keys(parts)].map((part) => accountList(reseller_uuid, name, part)),
  );
  for (const list of [usersOf({ reseller_uuid }), sharesOf({ reseller_uuid }), ...ofAccount]) {
    if ((await readClosing(list)).isClosed) await transactIfTrue(...(await reopen(list)));
  }
}

async function restorePlans({ source, isDry, tally }: Restoration) {
  const { reseller_uuid, table } = source;
  const { data: present } = await Plan.query.ofReseller({ reseller_uuid }).go(WHOLE);
  const { data: former } = await Plan.query.ofReseller({ reseller_uuid }).go({ ...WHOLE, table });
  for (const plan of former) {
    const now = present.find(({ uuid }) => uuid === plan.uuid);
    const set = differences("plan", now ?? {}, plan);
    const isSame = Object.keys(set).length === 0;
    tally.add("plan", now ? (isSame ? "unchanged" : "set_back") : "put_back");
    if (isDry || (now && isSame)) continue;
    const { uuid } = plan;
    const changed = { ...set, updated_at: timestamp() };
    if (now) await patchWith(Plan, { reseller_uuid, uuid }, changed);
    else await writeIfTrue(() => Plan.create(plan).go());
  }
}

/** What `patchWith` needs of an entity. */
interface Patchable<Key> {
  patch(key: Key): unknown;
}

/** Sets attributes of a record, and removes those that are undefined; a record that is gone stays gone. */
async function patchWith<Key>(entity: Patchable<Key>, key: Key, set: Record<string, unknown>) {
  const absent = Object.keys(set).filter((name) => set[name] === undefined);
  const patch = entity.patch(key) as {
    set(values: object): { remove(names: string[]): { go(): Promise<unknown> } };
  };
  await writeIfTrue(() => patch.set(set).remove(absent).go());
}

/** Brings back fields that are missing or were changed. A name that a newer field has stays with that. */
async function restoreCustomFields({ source, isDry, tally }: Restoration) {
  const { reseller_uuid, table } = source;
  const [{ data: former }, { data: now }] = await Promise.all([
    CustomFields.get({ reseller_uuid }).go({ consistent: true, table }),
    CustomFields.get({ reseller_uuid }).go({ consistent: true }),
  ]);
  const fields = [...(now?.fields ?? [])];
  let isSame = true;
  for (const field of former?.fields ?? []) {
    const type = "custom_field";
    const index = fields.findIndex(({ uuid }) => uuid === field.uuid);
    if (fields.some(({ name, uuid }) => name === field.name && uuid !== field.uuid)) {
      const why = `Another custom field has the name "${field.name}" now`;
      tally.refuse({ uuid: field.uuid, type, why });
      continue;
    }
    const set = differences(type, fields[index] ?? {}, field);
    const isEqual = index >= 0 && Object.keys(set).length === 0;
    tally.add(type, index < 0 ? "put_back" : isEqual ? "unchanged" : "set_back");
    fields.splice(index < 0 ? fields.length : index, 1, field);
    isSame &&= isEqual;
  }
  if (isDry || isSame) return;
  const revision = now?.revision ?? 0;
  const written = { reseller_uuid, fields, revision: revision + 1 };
  await writeIfTrue(() =>
    CustomFields.put(written)
      .where((item, { eq, notExists }) => {
        return now ? eq(item.revision, revision) : notExists(item.revision);
      })
      .go(),
  );
}

/** Brings back webhooks that are missing, with their secrets. An existing one never changes. */
async function restoreWebhooks({ source, isDry, tally }: Restoration) {
  const { reseller_uuid, table } = source;
  const { data: present } = await Webhook.query.ofReseller({ reseller_uuid }).go(WHOLE);
  const { data: former } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ ...WHOLE, table });
  for (const webhook of former) {
    const { uuid } = webhook;
    const type = "webhook";
    const isPresent = present.some((each) => each.uuid === uuid);
    const why = isPresent || isDry ? undefined : await putBackWebhook(webhook);
    if (why !== undefined) tally.refuse({ uuid, type, why });
    else tally.add(type, isPresent ? "unchanged" : "put_back");
  }
}

async function putBackWebhook(webhook: WebhookRecord): Promise<string | undefined> {
  const { reseller_uuid, uuid } = webhook;
  try {
    await restore({ reseller_uuid, uuid });
  } catch (error) {
    if (error instanceof ValidationFailed)
      return "The reseller has as many webhooks as it may have";
    if (!(error instanceof RecordNotFound)) throw error;
    await transactIfTrue(
      write(Reseller, (reseller) =>
        reseller.patch({ uuid: reseller_uuid }).add({ webhook_count: 1 }).commit(),
      ),
      write(Webhook, (entity) => entity.create({ ...webhook, updated_at: timestamp() }).commit()),
    );
  }
  return undefined;
}
