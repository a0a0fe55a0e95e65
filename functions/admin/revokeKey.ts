import { ApiKey } from "../../shared/entities/apiKey.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { presentKey } from "./apiKey.ts";
import { command, uuid, WrongInput } from "./command.ts";

/** Revokes a key for good. Doing it again changes nothing, not even the time it was revoked at. */
export const revokeKey = command({ uuid: uuid("The key", "key list") }, async ({ uuid }) => {
  const written = await writeIfTrue(() =>
    ApiKey.patch({ uuid }).ifNotExists({ revoked_at: timestamp() }).go(),
  );
  const { data: apiKey } = await ApiKey.get({ uuid }).go({ consistent: true });
  if (written === undefined || apiKey === null) {
    throw new WrongInput(`There is no key ${uuid}: "key list" shows a reseller's.`);
  }
  return presentKey(apiKey);
});
