import { Reseller } from "../entities/reseller.ts";
import { EmailAddress, emailAddressKey, User, type UserRecord } from "../entities/user.ts";
import { ValidationFailed } from "../platform/errors.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { type Write, write } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { removeListed } from "./changeListed.ts";
import { businessesOf, type ListedKind, usersOf } from "./listedKind.ts";

/** The users of a reseller. */
export const users: ListedKind<UserRecord> = {
  entity: User,
  get: (key) => User.get(key).go({ consistent: true }),
  table: "users",
  list: usersOf,
  owns: ({ reseller_uuid, uuid }) => [
    { list: businessesOf({ reseller_uuid, user_uuid: uuid }), counter: "business_sequence" },
  ],
  parent: {
    entity: Reseller,
    key: ({ reseller_uuid }) => ({ uuid: reseller_uuid }),
    counter: "user_sequence",
  },
};

/** The uuid of the user with this e-mail address, regardless of capitals. */
async function findOwner(reseller_uuid: string, email: string): Promise<string | undefined> {
  const key = emailAddressKey(reseller_uuid, email);
  return (await EmailAddress.get(key).go({ consistent: true })).data?.user_uuid;
}

/** The user with this e-mail address, regardless of capitals. */
export async function findUserByEmail(
  reseller_uuid: string,
  email: string,
): Promise<UserRecord | undefined> {
  const uuid = await findOwner(reseller_uuid, email);
  return uuid === undefined
    ? undefined
    : ((await users.get({ reseller_uuid, uuid })).data ?? undefined);
}

/** Throws ValidationFailed with this text if a user has the e-mail address. */
export async function assertFreeEmail(reseller_uuid: string, email: string, unique: string) {
  if (await findOwner(reseller_uuid, email)) throw new ValidationFailed({ email: { unique } });
}

/** The write that takes a user's e-mail address; it fails if another user has it. */
export function emailCreation({ reseller_uuid, uuid: user_uuid, email }: EmailOwner): Write {
  const key = emailAddressKey(reseller_uuid, email);
  return write(EmailAddress, (address) => address.create({ ...key, user_uuid }).commit());
}

type EmailOwner = Pick<UserRecord, "reseller_uuid" | "uuid" | "email">;

/** The attributes that suspend a user or end a suspension; an existing suspension keeps its time. */
export function suspension({ suspended_at }: UserRecord, suspended: boolean) {
  if (suspended === (suspended_at !== undefined)) return {};
  return { suspended_at: suspended ? timestamp() : undefined };
}

interface Removal {
  /** Throws if the user must stay. */
  check?: ((user: UserRecord) => Promise<undefined>) | undefined;
  also?: Write[];
}

/**
 * Removes a user and frees the e-mail address at once, in one transaction with `also`. Throws
 * RecordNotFound.
 */
export async function removeUser(key: OwnedKey, { check, also = [] }: Removal = {}): Promise<void> {
  await removeListed(users, key, async (user) => {
    await check?.(user);
    const claim = emailAddressKey(user.reseller_uuid, user.email);
    return [write(EmailAddress, (address) => address.remove(claim).commit()), ...also];
  });
}
