import { DynamoDBClient, GetItemCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { HttpResponse } from "@smithy/core/protocols";
import { Entity, type Schema } from "electrodb";
import { noteActor } from "../../vocabulary/actor.ts";
import { clientSettings, watchAnswers } from "../awsClient.ts";
import { requireEnv } from "../env.ts";
import { untilDeadline } from "./deadline.ts";

/** The part of a client that `withDeadline` changes. */
interface Sending {
  send(command: unknown, options?: object): Promise<unknown>;
}

/** Makes a client give up its requests at the deadline of the work that they belong to. */
function withDeadline<Client>(client: Client): Client {
  const sending = client as Sending;
  const send = sending.send.bind(client);
  sending.send = (command, options) =>
    untilDeadline((abortSignal) =>
      send(command, abortSignal ? { abortSignal, ...options } : options),
    );
  return client;
}

/**
 * The client for requests in DynamoDB's own form, for frequent work: ElectroDB and the document client take most of the
 * processor time of a request.
 */
export const wireClient = withDeadline(watchAnswers(new DynamoDBClient(clientSettings)));

/** The table and its client, for every ElectroDB entity. */
export const tableConfiguration = {
  table: requireEnv("TABLE_NAME"),
  client: withDeadline(
    DynamoDBDocumentClient.from(wireClient, { marshallOptions: { removeUndefinedValues: true } }),
  ),
};

/**
 * Runs the client once at start without sending anything, so that the first request is fast: Lambda
 * gives a function a whole processor only while it starts.
 */
export async function warmUp() {
  const { table } = tableConfiguration;
  const command = new GetItemCommand({ TableName: table, Key: { pk: { S: "" }, sk: { S: "" } } });
  const response = new HttpResponse({
    statusCode: 200,
    headers: { "content-type": "application/x-amz-json-1.0" },
    body: Buffer.from('{"Item":{"pk":{"S":""},"n":{"N":"1"}}}'),
  });
  command.middlewareStack.add(() => async () => ({ response }), {
    step: "deserialize",
    priority: "low",
  });
  try {
    await wireClient.send(command);
  } catch {
    // The first request will fail in the same way and report it.
  }
}

/** Attributes that several entities share. */
export const text = { type: "string", required: true } as const;
export const optionalText = { type: "string" } as const;
export const flag = { type: "boolean", required: true } as const;
/** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
export const expiry = { type: "number", required: true } as const;
export const optionalExpiry = { type: "number" } as const;

/** The attributes of a website's key, by which its other items are named, too. */
export const ofWebsite = { reseller_uuid: text, uuid: text } as const;

/** The key of a record that a reseller owns. */
export interface OwnedKey {
  reseller_uuid: string;
  uuid: string;
}

/**
 * Who wrote a record last, for the audit log (`functions/workers/changes/auditLog.ts`). Every write sets it, so that
 * no change bears the name of an earlier one. No answer shows it.
 */
export const audited = {
  changed_by: {
    type: "string",
    hidden: true,
    watch: "*",
    set: (actor?: string) => actor ?? noteActor(),
  },
} as const;

/**
 * The attributes of every record in a list (`shared/lists`). Each update raises the `revision`, so that
 * concurrent updates can't undo each other.
 */
export const listed = {
  ...audited,
  reseller_uuid: text,
  uuid: text,
  sequence: { type: "number", required: true, readOnly: true },
  revision: { type: "number", required: true },
} as const;

/** The sequence number of the next record in a list of this record. */
export const nextSequence = { type: "number", required: true, default: 0 } as const;

/** The names in a template: of `reseller#${reseller_uuid}#user#${uuid}`, these two. */
type NamesIn<Template extends string> = Template extends `${string}\${${infer Name}}${infer Rest}`
  ? [Name, ...NamesIn<Rest>]
  : [];

/**
 * A key field of the table. Keys keep their case and contain identifiers only; `shared/lists/search.ts` alone puts
 * a client's text into a key.
 */
export function key<const Field extends string, const Template extends string>(
  field: Field,
  template: Template,
) {
  const names = [...template.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name);
  return { field, template, composite: names as NamesIn<Template>, casing: "none" as const };
}

/** The key of an item in the table itself. */
export function primary<const Partition extends string, const Place extends string>(
  partition: Partition,
  place: Place,
) {
  return { pk: key("pk", partition), sk: key("sk", place) };
}

/** The key of an item in one of the table's indexes. */
export function index<
  const Index extends "gsi1" | "gsi2",
  const Partition extends string,
  const Place extends string,
>(name: Index, partition: Partition, place: Place) {
  return { index: name, pk: key(`${name}pk`, partition), sk: key(`${name}sk`, place) };
}

type AnySchema = Schema<string, string, string>;

/** An ElectroDB entity of the table. */
export function entity<
  const Attributes extends AnySchema["attributes"],
  const Indexes extends AnySchema["indexes"],
>(name: string, attributes: Attributes, indexes: Indexes, version = "1") {
  const model = { service: "monitoring", entity: name, version };
  return new Entity({ model, attributes, indexes }, tableConfiguration);
}
