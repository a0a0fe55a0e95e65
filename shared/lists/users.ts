import { Reseller } from "../entities/reseller.ts";
import { User, type UserRecord } from "../entities/user.ts";
import type { ListedKind } from "./listedKind.ts";
import { businessesOf, usersOf } from "./lists.ts";

type Place = Pick<UserRecord, "reseller_uuid">;

/** The users of a reseller. */
export const users: ListedKind<UserRecord, Place> = {
  entity: User,
  get: (key) => User.get(key).go({ consistent: true }),
  table: "users",
  list: usersOf,
  owns: ({ reseller_uuid, uuid }) => [businessesOf({ reseller_uuid, user_uuid: uuid })],
  foundBy: "email",
  parent: {
    entity: Reseller,
    key: ({ reseller_uuid }) => ({ uuid: reseller_uuid }),
    counter: "user_sequence",
  },
};
