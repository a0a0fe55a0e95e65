import {
  type AttributeValue,
  GetItemCommand,
  type Update,
  type UpdateItemCommand,
  type UpdateItemCommandOutput,
} from "@aws-sdk/client-dynamodb";
import { convertToAttr } from "@aws-sdk/util-dynamodb";
import { HttpResponse } from "@smithy/core/protocols";
import { clientSettings } from "../awsClient.ts";
import { tableConfiguration, wireClient } from "./entity.ts";

/** The part of an ElectroDB entity that is needed here. */
interface Addressable {
  get(key: never): { params(): object };
  schema: { model: { entity: string; version: string } };
}

/**
 * What DynamoDB takes, over the wire, to add to numbers of an item, which is made with these
 * attributes where there is none: what `upsert(attributes).add(amounts)` of ElectroDB makes, which
 * works on each attribute that the entity may have.
 */
export function addTo(
  entity: Addressable,
  attributes: Record<string, string | number>,
  amounts: Record<string, bigint>,
): Update {
  const { Key } = entity.get(attributes as never).params() as { Key: Record<string, string> };
  const { entity: __edb_e__, version: __edb_v__ } = entity.schema.model;
  const set = { __edb_e__, __edb_v__, ...attributes };
  const named = (values: object, sign: string) =>
    Object.keys(values)
      .map((name) => `#${name} ${sign} :${name}`)
      .join(", ");
  const all = { ...set, ...amounts };
  const rename = (prefix: string, values: object) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [prefix + name, value]));
  return {
    TableName: tableConfiguration.table,
    Key: toAttributes(Key),
    UpdateExpression: `SET ${named(set, "=")} ADD ${named(amounts, "")}`,
    ExpressionAttributeNames: Object.fromEntries(
      Object.keys(all).map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: rename(":", toAttributes(all)),
  };
}

/** The part of an ElectroDB entity that is needed here. */
interface Puttable<Attributes> {
  put(record: Attributes): { params(): object };
}

/** What DynamoDB takes to put an item. */
export interface PutParams {
  TableName: string;
  Item: Record<string, AttributeValue>;
}

/**
 * The parameters to put records of the same partition, as they go over the wire, without the work of
 * ElectroDB and of the document client on each, which takes longer than everything else about a
 * record: they make those of the first one, which the others are made after. `sortPart` is what the
 * sort key of a record ends with, and all that it does not share.
 */
export function putsLike<Attributes extends object>(
  entity: Puttable<Attributes>,
  records: Attributes[],
  sortPart: (record: Attributes) => string,
): PutParams[] {
  const [first] = records;
  if (first === undefined) return [];
  const { Item } = entity.put(first).params() as { Item: Record<string, unknown> };
  const ending = sortPart(first);
  const { sk } = Item;
  if (typeof sk !== "string" || !sk.endsWith(ending)) {
    throw new Error(`The sort key ${sk} does not end with ${ending}`);
  }
  const shared = sk.slice(0, sk.length - ending.length);
  const known = toAttributes(Item);
  const { pk, __edb_e__, __edb_v__ } = known;
  return records.map((record) => ({
    TableName: tableConfiguration.table,
    Item: {
      ...toAttributes(record, { values: Item, attributes: known }),
      ...{ pk, sk: { S: shared + sortPart(record) }, __edb_e__, __edb_v__ },
    } as PutParams["Item"],
  }));
}

/**
 * Values as the wire has them, without those that are undefined; one that is the same as in `like`
 * has the same attribute.
 */
export function toAttributes(
  values: object,
  like?: { values: Record<string, unknown>; attributes: PutParams["Item"] },
): PutParams["Item"] {
  const attributes: PutParams["Item"] = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    const known = like?.values[name] === value ? like?.attributes[name] : undefined;
    attributes[name] = known ?? convertToAttr(value, { removeUndefinedValues: true });
  }
  return attributes;
}

/** What nobody needs is waited for a twentieth of the usual time: DynamoDB answers within milliseconds. */
export const QUICK_MS = Math.min(2000, clientSettings.requestHandler.requestTimeout / 20);

/**
 * Sends an update that must not be done twice, as an `ADD`, and that nobody waits for: once, where the
 * client would try again, and for QUICK_MS. What it throws may have been done.
 */
export async function sendOnce(command: UpdateItemCommand): Promise<UpdateItemCommandOutput> {
  command.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        const { name, message } = error as Error;
        if (name === "ConditionalCheckFailedException") throw error;
        // One that the client knows nothing of is not tried again.
        throw new Error(`${name}: ${message}`);
      }
    },
    { step: "finalizeRequest", priority: "normal", name: "once" },
  );
  return await within(QUICK_MS, (abortSignal) => wireClient.send(command, { abortSignal }));
}

/** What some work gives, or throws when it takes longer. */
export async function within<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const late = new AbortController();
  const { promise: never, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.abort();
    reject(new Error(`No answer within ${milliseconds} ms`));
  }, milliseconds);
  try {
    return await Promise.race([work(late.signal), never]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Has the client do now what it puts off until its first request: settings, credentials, schemas,
 * signature, reading an answer. Nothing is sent. While a function starts, Lambda gives it a whole
 * processor, and later only its share.
 */
export async function warmUp() {
  const { table } = tableConfiguration;
  const command = new GetItemCommand({ TableName: table, Key: { pk: { S: "" }, sk: { S: "" } } });
  const response = new HttpResponse({
    statusCode: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: Buffer.from('{"Item":{"pk":{"S":""},"n":{"N":"1"}}}'),
  });
  command.middlewareStack.add(() => async () => ({ response, output: undefined as never }), {
    step: "deserialize",
    priority: "low",
  });
  try {
    await wireClient.send(command);
  } catch {
    // The first request meets the same, and says so.
  }
}
