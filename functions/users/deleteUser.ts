import * as z from "zod/mini";
import { Deleted } from "../../shared/entities/deleted.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { described } from "../../shared/fields/described.ts";
import { preconditionOf } from "../../shared/http/conditions.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/responses.ts";
import { oneOf } from "../../shared/http/validationErrors.ts";
import { BY_CLIENTS } from "../../shared/lists/deleted.ts";
import { beginErasure, isErased } from "../../shared/lists/erasures.ts";
import { removeUser } from "../../shared/lists/users.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { transactIfTrue, write } from "../../shared/table/transact.ts";
import { showUser } from "./user.ts";

/**
 * Removes the user at once; `functions/cleanup` removes the user's businesses and what belongs to them, and
 * erases what a deletion keeps.
 */
export const deleteUser = endpoint({
  record: "users",
  query: z.object({
    erase: described(
      z.optional(oneOf("Erase", ["true", "false"])),
      "`true` erases the user and what belongs to the user for good, also after a deletion.",
      "true",
    ),
  }),
  async answer({ reseller_uuid, uuid, query, event }) {
    const key = { reseller_uuid, uuid };
    const check = preconditionOf(event, showUser);
    if (query.erase !== "true") await removeUser(key, { check });
    else if (!(await isErased(key))) await erase(key, check);
    return deleted("User");
  },
});

type Check = ReturnType<typeof preconditionOf<Parameters<typeof showUser>[0]>>;

/** Removes a user and begins the erasure; one that was deleted before is erased, too. */
async function erase(key: OwnedKey, check: Check) {
  try {
    await removeUser(key, { check, also: [beginErasure(key)] });
  } catch (error) {
    if (!(error instanceof RecordNotFound) || !(await eraseDeleted(key))) throw error;
  }
}

/** Whether a deleted user is being erased now. Of a restoration at the same time, one fails. */
async function eraseDeleted({ reseller_uuid, uuid }: OwnedKey): Promise<boolean> {
  const isKept = write(Deleted, (deleted) =>
    deleted
      .check({ reseller_uuid, place: BY_CLIENTS, uuid })
      .where(({ kind, record }, { eq, exists }) => `${eq(kind, "user")} AND ${exists(record)}`)
      .commit(),
  );
  const key = { reseller_uuid, uuid };
  return (await transactIfTrue(isKept, beginErasure(key))) || (await isErased(key));
}
