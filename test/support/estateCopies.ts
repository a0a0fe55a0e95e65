import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { emailKey } from "../../shared/lists/users.ts";
import { generateApiKey, identifyApiKey } from "../../shared/platform/apiKey.ts";
import { tableConfiguration, wireClient } from "../../shared/platform/table/entity.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { itemsNaming, type WireItem } from "./snapshot.ts";

/** What is copied has a reseller with a key. */
interface Copied {
  reseller: { uuid: string; key: string };
}

/** An estate and its items as JSON, and when it was made, in milliseconds. */
interface Pattern {
  text: string;
  from: number;
  to: number;
}

const BATCH = 25;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIMESTAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/g;
const EMAIL = /[\w.]+@example\.com/;
const KEY = /rwm_\w+/;
const DIGEST = /[0-9a-f]{64}/;
/** As the key of an object. */
const DAY = /"\d{4}-\d\d-\d\d"/;
/** What differs between two estates. */
const NAME = new RegExp(
  [UUID, TIMESTAMP, EMAIL, KEY, DIGEST, DAY].map(({ source }) => source).join("|"),
  "g",
);

/** Test files share a process and the patterns in it, but not the modules of the project. */
const patternsOf = Symbol.for("the estates that are copied");
const shared = globalThis as { [patternsOf]?: Map<string, Pattern> };
shared[patternsOf] ??= new Map();
const patterns = shared[patternsOf];

/**
 * Another estate like the one that `make` makes, which is called once a process for each kind: the same
 * items with names and times of their own.
 */
export async function copyEstate<Estate extends Copied>(
  kind: string,
  make: () => Promise<Estate>,
  newEmail: () => string,
): Promise<Estate> {
  const pattern = patterns.get(kind) ?? (await makePattern(make));
  patterns.set(kind, pattern);
  const { estate, items } = renamed<Estate>(pattern, newEmail());
  for (let at = 0; at < items.length; at += BATCH) {
    const puts = items.slice(at, at + BATCH).map((Item) => ({ PutRequest: { Item } }));
    const RequestItems = { [tableConfiguration.table]: puts };
    await wireClient.send(new BatchWriteItemCommand({ RequestItems }));
  }
  return estate;
}

async function makePattern(make: () => Promise<Copied>): Promise<Pattern> {
  const from = Date.now();
  const estate = await make();
  const { uuid, key } = estate.reseller;
  const items = [...(await itemsNaming(uuid)), ...(await itemsNaming(identifyApiKey(key).uuid))];
  return { text: JSON.stringify({ estate, items }), from, to: Date.now() };
}

/** The pattern with new names, in the order of the old ones, and as if it were made now. */
function renamed<Estate extends Copied>({ text, from, to }: Pattern, email: string) {
  const { reseller }: Estate = JSON.parse(text).estate;
  const now = new Date();
  const names = new Map<string, string>();
  for (const uuid of distinct(text.match(UUID)).toSorted()) names.set(uuid, newUuid());
  const [key, oldEmail = ""] = [generateApiKey(), ...(EMAIL.exec(text) ?? [])];
  const [was, is] = [identifyApiKey(reseller.key), identifyApiKey(key)];
  names.set(reseller.key, key).set(was.uuid, is.uuid).set(was.sha256, is.sha256);
  names.set(oldEmail, email).set(digestOf(oldEmail), digestOf(email));
  for (const time of distinct(text.match(TIMESTAMP))) {
    const isOfMaking = time >= timestamp(new Date(from)) && time <= timestamp(new Date(to));
    if (isOfMaking) names.set(time, timestamp(now)).set(dayOf(time), dayOf(timestamp(now)));
  }
  // Whatever expires is kept for whole minutes, and the estate was made within one.
  const keptMinutes = (epoch: number) => Math.floor((epoch - secondsOf(from)) / 60);
  return JSON.parse(
    text
      .replaceAll(NAME, (name) => names.get(name) ?? name)
      .replaceAll(
        /"expires_epoch":\{"N":"(\d+)"\}/g,
        (_, epoch) =>
          `"expires_epoch":{"N":"${secondsOf(now.getTime()) + keptMinutes(Number(epoch)) * 60}"}`,
      ),
  ) as { estate: Estate; items: WireItem[] };
}

const distinct = (values: string[] | null) => [...new Set(values)];
const secondsOf = (ms: number) => Math.floor(ms / 1000);
const digestOf = (email: string) => emailKey({ reseller_uuid: "", email }).pk.slice(-64);
const dayOf = (time: string) => `"${time.slice(0, 10)}"`;
