import { hash } from "node:crypto";
import { Reseller } from "../entities/reseller.ts";
import { findStored, StoredValue } from "../entities/storedValue.ts";
import { User, type UserRecord } from "../entities/user.ts";
import { ValidationFailed } from "../platform/errors.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import type { Write } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { removeListed } from "./changeListed.ts";
import { businessesOf, type ListedKind, usersOf } from "./listedKind.ts";

/** The users of a reseller. */
export const users: ListedKind<UserRecord> = {
  entity: User,
  get: (key) => User.get(key).go({ consistent: true }),
  table: "users",
  list: usersOf,
  owns: ({ reseller_uuid, uuid: user_uuid }) => {
    const place = { reseller_uuid, user_uuid };
    return [{ name: "business", place, list: businessesOf(place), counter: "business_sequence" }];
  },
  parent: {
    entity: Reseller,
    key: ({ reseller_uuid }) => ({ uuid: reseller_uuid }),
    counter: "user_sequence",
  },
};

/**
 * The key of the value that reserves an e-mail address for its user, so that it is unique within a reseller, regardless
 * of capitals. The value is the user's uuid.
 */
export function emailKey({ reseller_uuid, email }: Pick<EmailOwner, "reseller_uuid" | "email">) {
  return { pk: `reseller#${reseller_uuid}#email#${hash("sha256", email.toLowerCase())}` };
}

/** The uuid of the user with this e-mail address. */
async function findOwner(reseller_uuid: string, email: string): Promise<string | undefined> {
  return (await findStored<string>(emailKey({ reseller_uuid, email })))?.value;
}

/** The user with this e-mail address, regardless of capitals. */
export async function findUserByEmail(
  reseller_uuid: string,
  email: string,
): Promise<UserRecord | undefined> {
  const uuid = await findOwner(reseller_uuid, email);
  if (uuid === undefined) return undefined;
  const { data } = await users.get({ reseller_uuid, uuid });
  return data ?? undefined;
}

/** Throws ValidationFailed with this text if a user has the e-mail address. */
export async function assertFreeEmail(reseller_uuid: string, email: string, unique: string) {
  if (await findOwner(reseller_uuid, email)) throw new ValidationFailed({ email: { unique } });
}

/** The write that takes a user's e-mail address; it fails if another user has it. */
export function emailCreation(user: EmailOwner): Write {
  const owner = { ...emailKey(user), value: user.uuid };
  return StoredValue.create(owner);
}

type EmailOwner = Pick<UserRecord, "reseller_uuid" | "uuid" | "email">;

/** The attributes that suspend a user or end a suspension; an existing suspension keeps its time. */
export function suspension({ suspended_at }: UserRecord, suspended: boolean) {
  if (suspended === (suspended_at !== undefined)) return {};
  return { suspended_at: suspended ? timestamp() : undefined };
}

/**
 * Removes a user and frees the e-mail address at once, in one transaction with `also`. Throws
 * RecordNotFound.
 */
export async function removeUser(key: OwnedKey, also: Write[] = []): Promise<void> {
  await removeListed(users, key, (user) => [StoredValue.remove(emailKey(user)), ...also]);
}
