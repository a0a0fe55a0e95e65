import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { clientSettings, watchAnswers } from "../awsClient.ts";
import { requireEnv } from "../env.ts";

/** The client for what is in the form of the wire already. */
export const wireClient = watchAnswers(new DynamoDBClient(clientSettings));

/** The one table and its client, as every ElectroDB entity takes them. */
export const tableConfiguration = {
  table: requireEnv("TABLE_NAME"),
  client: DynamoDBDocumentClient.from(wireClient, {
    marshallOptions: { removeUndefinedValues: true },
  }),
};

/** Attributes that several entities share. */
export const text = { type: "string", required: true } as const;
export const optionalText = { type: "string" } as const;
export const flag = { type: "boolean", required: true } as const;

/**
 * What each record of a list has (`shared/lists`): its place in the sequence of its list, and a
 * revision that each update raises, so that two updates at once can't undo each other.
 */
export const listed = {
  reseller_uuid: text,
  uuid: text,
  sequence: { type: "number", required: true, readOnly: true },
  revision: { type: "number", required: true },
} as const;

/** The place of a record in the list of all that its reseller has of its kind (`shared/lists/account.ts`). */
export const accountSequence = { type: "number", readOnly: true } as const;

/** Counts the records ever added to a list below this record: the next one's place in it. */
export const nextSequence = { type: "number", required: true, default: 0 } as const;

/** The keys of a record in the index `gsi2`, which finds it by its host name or name (`searchKeys.ts`). */
export const searchable = {
  search_under: { type: "string", field: "gsi2pk", hidden: true },
  search_text: { type: "string", field: "gsi2sk", hidden: true },
} as const;

/**
 * A key field of the table. The template is written out, since keys keep their case and hold
 * nothing but identifiers: a client's own text becomes part of no other key than that of
 * `searchKeys.ts`.
 */
export function key<const Field extends string, const Composite extends readonly string[]>(
  field: Field,
  template: string,
  composite: Composite,
) {
  return { field, template, composite: [...composite] as [...Composite], casing: "none" as const };
}
