import type { BusinessRecord } from "../../shared/entities/business.ts";
import type { ResellerRecord } from "../../shared/entities/reseller.ts";
import { listedKinds, listsOf, type OwnList } from "../../shared/lists/listedKinds.ts";
import { findBusinesses, readBusinesses } from "../../shared/lists/readAccount.ts";
import { readPage } from "../../shared/lists/readPage.ts";
import { presentBusiness, readCustomFields } from "../../shared/resources/business.ts";
import {
  presentCompetitor,
  presentUser,
  presentWebsite,
} from "../../shared/resources/presenters.ts";
import { presentWebhook } from "../../shared/webhooks/webhook.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { describeKey } from "./key.ts";
import { describePlan } from "./plan.ts";
import {
  type AnyRecord,
  findAny,
  findOwned,
  type Line,
  lineOf,
  requireReseller,
} from "./records.ts";
import { describeReseller, describeSettings } from "./reseller.ts";
import { findSandbox } from "./sandbox.ts";

const SHOWN = 20;

/** The records that belong to a record: their number by kind, and the first of them. */
interface Below {
  counts: Record<string, number>;
  below: Line[];
}

/** Shows the record with this uuid, its owners, and the records that belong to it. */
export async function show({ uuid }: CommandInput<"show">) {
  const match = await findAny(uuid);
  if (match === undefined) {
    throw new WrongInput(
      `Nothing has the uuid ${uuid}: "find TEXT" finds it by name, e-mail address or host name. What was just created is found within a second.`,
    );
  }
  const [above, { counts, below }] = await Promise.all([findAbove(match), findBelow(match)]);
  return { kind: match.kind, ...(await describe(match)), ...counts, above, below };
}

async function describe({ kind, record }: AnyRecord): Promise<object> {
  switch (kind) {
    case "reseller":
      return await describeWithSandbox(record);
    case "key":
      return describeKey(record);
    case "user":
      return presentUser(record);
    case "business":
      return await describeBusiness(record);
    case "website":
      return presentWebsite(record);
    case "competitor":
      return presentCompetitor(record);
    case "webhook":
      return presentWebhook(record);
    case "plan": {
      const { default_plan_uuid } = await requireReseller(record.reseller_uuid);
      return describePlan(record, default_plan_uuid);
    }
  }
}

/** A business as operators see it: with its address, and its custom fields by name. */
async function describeBusiness(business: BusinessRecord) {
  const { reseller_uuid, custom_field_values, address = null } = business;
  const fields = await readCustomFields(reseller_uuid);
  const names = new Map(fields.map(({ uuid, name }) => [uuid, name]));
  return {
    ...presentBusiness(business),
    address,
    custom_fields: custom_field_values.flatMap(({ custom_field_uuid, value }) => {
      const name = names.get(custom_field_uuid);
      return name === undefined ? [] : [{ name, value }];
    }),
  };
}

async function describeWithSandbox(reseller: ResellerRecord) {
  const sandbox = await findSandbox(reseller.uuid);
  return {
    ...describeReseller(reseller),
    ...(sandbox && { sandbox_uuid: sandbox.uuid }),
    ...(await describeSettings(reseller)),
  };
}

/** The owners of a record, the reseller first. */
async function findAbove({ kind, record }: AnyRecord): Promise<Line[]> {
  if (kind === "reseller") return [];
  const chain: (AnyRecord | undefined)[] = [];
  let user_uuid: string | undefined;
  if (kind === "website" || kind === "competitor") {
    const business = await findOwned("business", record.business_uuid);
    chain.unshift(business && { kind: "business", record: business });
    user_uuid = business?.user_uuid;
  }
  if (kind === "business") ({ user_uuid } = record);
  if (user_uuid !== undefined) {
    const user = await findOwned("user", user_uuid);
    chain.unshift(user && { kind: "user", record: user });
  }
  const reseller = await requireReseller(record.reseller_uuid);
  chain.unshift({ kind: "reseller", record: reseller });
  return chain.filter((each) => each !== undefined).map(lineOf);
}

async function findBelow({ kind, record }: AnyRecord): Promise<Below> {
  switch (kind) {
    case "reseller":
      return await belowLists([{ name: "user", place: { reseller_uuid: record.uuid } }]);
    case "plan": {
      const { reseller_uuid, uuid: plan_uuid } = record;
      const { page } = await findBusinesses({ reseller_uuid, plan_uuid }, { limit: SHOWN });
      const below = await readBusinesses(reseller_uuid, page);
      return { counts: {}, below: below.map((each) => lineOf({ kind: "business", record: each })) };
    }
    default:
      return await belowLists(listsOf(kind, record));
  }
}

/** The total of each list, and the first records of all. */
async function belowLists(lists: OwnList[]): Promise<Below> {
  const pages = lists.map(async ({ name: kind, place }) => {
    const list = listedKinds[kind];
    const { total, records } = await readPage(list, place, { offset: 0, limit: SHOWN });
    const lines = records.map((record) => lineOf({ kind, record } as unknown as AnyRecord));
    return { count: [list.table, total] as const, lines };
  });
  const read = await Promise.all(pages);
  return {
    counts: Object.fromEntries(read.map(({ count }) => count)),
    below: read.flatMap(({ lines }) => lines),
  };
}
