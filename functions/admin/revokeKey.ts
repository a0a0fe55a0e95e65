import { ApiKey } from "../../shared/entities/apiKey.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { key_uuid, noKey, presentKey, requireKey } from "./apiKey.ts";
import { command } from "./command.ts";

/** Revokes a key for good. Doing it again changes nothing, not even the time it was revoked at. */
export const revokeKey = command({ uuid: key_uuid }, async ({ uuid }) => {
  const written = await writeIfTrue(() =>
    ApiKey.patch({ uuid }).ifNotExists({ revoked_at: timestamp() }).go(),
  );
  if (written === undefined) throw noKey(uuid);
  return presentKey(await requireKey(uuid));
});
