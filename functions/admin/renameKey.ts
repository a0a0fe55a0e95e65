import { ApiKey } from "../../shared/entities/apiKey.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { key_uuid, noKey, presentKey, requireKey } from "./apiKey.ts";
import { command, name } from "./command.ts";

/** Gives a key another name; the key itself stays as it is. */
export const renameKey = command({ uuid: key_uuid, name }, async ({ uuid, name }) => {
  const written = await writeIfTrue(() => ApiKey.patch({ uuid }).set({ name }).go());
  if (written === undefined) throw noKey(uuid);
  return presentKey(await requireKey(uuid));
});
