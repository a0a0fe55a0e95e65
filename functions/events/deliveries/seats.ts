import { randomInt } from "node:crypto";
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { DeliverySeats } from "../../../shared/entities/deliverySeats.ts";
import { describeError, log } from "../../../shared/log.ts";
import { wireClient } from "../../../shared/table/entity.ts";
import { toAttributes } from "../../../shared/table/wire.ts";
import type { Clock } from "../../../shared/time.ts";

/** Requests at once from one reseller, and therefore to any host name or address. */
export const AT_ONCE = 10;
/** One endpoint's backlog leaves these seats to the reseller's other endpoints. */
const SPARE = 2;
/** Longer than a worker's call: a worker that still holds seats then has died. */
const HELD_MS = 120_000;

const NAMES = Array.from({ length: AT_ONCE }, (_, index) => `s${index}`);

/** Seats that a worker holds: as many requests may run at once. */
export interface HeldSeats {
  count: number;
  release(): Promise<void>;
}

/** Takes up to `wanted` seats of a reseller; undefined if all are taken. A seat costs no more than several do. */
export async function takeSeats(
  reseller_uuid: string,
  { wanted, clock }: { wanted: number; clock: Clock },
): Promise<HeldSeats | undefined> {
  let known: Item = {};
  for (let attempt = 0; attempt < AT_ONCE; attempt += 1) {
    const now = clock.now();
    const free = NAMES.filter((name) => Number(known[name]?.N ?? 0) < now);
    const count = Math.min(wanted, Math.max(1, free.length - SPARE));
    // At random, so that calls at the same moment rarely choose the same ones.
    const names = shuffled(free).slice(0, count);
    if (names.length === 0) return undefined;
    // The fraction makes it this call's own, so that a repeated request finds what the first one did.
    const until = now + HELD_MS + randomInt(1000) / 1000;
    const taken = await takeIfFree(reseller_uuid, { names, now, until });
    if (taken === true) {
      const release = () => releaseSeats(reseller_uuid, { names, until });
      return { count: names.length, release };
    }
    // Each failure means that another call has taken a seat.
    known = taken;
  }
  return undefined;
}

type Item = Record<string, AttributeValue>;

/** Takes these seats, or returns the item that says which of them are taken. */
async function takeIfFree(
  reseller_uuid: string,
  { names, now, until }: { names: string[]; now: number; until: number },
): Promise<true | Item> {
  const { entity, version } = DeliverySeats.schema.model;
  const expires_epoch = Math.ceil(until / 1000);
  const set = { __edb_e__: entity, __edb_v__: version, reseller_uuid, expires_epoch };
  const isFree = (name: string) =>
    `(attribute_not_exists(${name}) OR ${name} < :now OR ${name} = :until)`;
  const command = new UpdateItemCommand({
    ...placeOf(reseller_uuid),
    UpdateExpression: `SET ${[
      ...Object.keys(set).map((name) => `#${name} = :${name}`),
      ...names.map((name) => `${name} = :until`),
    ].join(", ")}`,
    ConditionExpression: names.map(isFree).join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(
      Object.keys(set).map((name) => [`#${name}`, name]),
    ),
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(toAttributes({ ...set, now, until })).map(([name, value]) => [
        `:${name}`,
        value,
      ]),
    ),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  });
  try {
    await wireClient.send(command);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return error.Item ?? {};
    throw error;
  }
}

/** Seats that can't be released are free again after two minutes. */
async function releaseSeats(
  reseller_uuid: string,
  { names, until }: { names: string[]; until: number },
) {
  const command = new UpdateItemCommand({
    ...placeOf(reseller_uuid),
    UpdateExpression: `REMOVE ${names.join(", ")}`,
    ConditionExpression: names.map((name) => `${name} = :until`).join(" AND "),
    ExpressionAttributeValues: toAttributes({ ":until": until }),
  });
  try {
    await wireClient.send(command);
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return;
    log("warn", "a reseller's seats could not be released", describeError(error));
  }
}

function placeOf(reseller_uuid: string) {
  const { TableName, Key } = DeliverySeats.get({ reseller_uuid }).params() as {
    TableName: string;
    Key: object;
  };
  return { TableName, Key: toAttributes(Key) };
}

function shuffled<Each>(list: Each[]): Each[] {
  return list
    .map((each) => ({ each, place: randomInt(2 ** 32) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ each }) => each);
}
