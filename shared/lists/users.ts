import { Reseller } from "../entities/reseller.ts";
import { User, type UserRecord } from "../entities/user.ts";
import type { ListedKind } from "./listedKind.ts";

type Place = Pick<UserRecord, "reseller_uuid">;

/** The users of a reseller. */
export const users: ListedKind<UserRecord, Place> = {
  entity: User,
  get: (key) => User.get(key).go({ consistent: true }),
  table: "users",
  list: ({ reseller_uuid }) => ({ reseller_uuid, list: "users" }),
  foundBy: "email",
  parent: {
    entity: Reseller,
    key: ({ reseller_uuid }) => ({ uuid: reseller_uuid }),
    counter: "user_sequence",
  },
};
