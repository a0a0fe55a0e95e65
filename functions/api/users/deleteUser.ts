import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { isErased, markErased } from "../../../shared/lists/deleted.ts";
import { removeUser } from "../../../shared/lists/users.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import { transactIfTrue } from "../../../shared/platform/table/transact.ts";
import { showUser } from "./user.ts";

/** Removes the user at once; `functions/workers/cleanup` removes the user's businesses and what belongs to them. */
export const deleteUser = endpoint({
  route: "DELETE /v1/users/{user_uuid}",
  id: "deleteUser",
  summary: "Delete a user",
  details:
    "The e-mail address can be used again at once. The user's businesses are deleted as well, within seconds, with their websites, competitors and feed items. All of it can be restored for seven days, unless `erase` is `true`: then it is removed for good. Copies expire: stored responses after 24 hours, deliveries after 30 days, backups after 35 days. A user that was deleted within seven days can still be erased.",
  response: () => deletedOf("User"),
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
    if (query.erase === "true") await erase(key, check);
    else await removeUser(key, { check });
    return deleted("User");
  },
});

type Check = ReturnType<typeof preconditionOf<Parameters<typeof showUser>[0]>>;

/** Removes a user for good; also one that was deleted before, unless that is restored at the same time. */
async function erase(key: OwnedKey, check: Check) {
  try {
    await removeUser(key, { check, also: [markErased(key)] });
  } catch (error) {
    if (!(error instanceof RecordNotFound)) throw error;
    if (!(await transactIfTrue(markErased(key, true))) && !(await isErased(key))) throw error;
  }
}
