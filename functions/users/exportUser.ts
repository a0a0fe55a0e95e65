import type * as z from "zod/mini";
import { exportFile, UserExport, type UserExportRecord } from "../../shared/entities/userExport.ts";
import { signUrl } from "../../shared/files/signUrl.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { getListed } from "../../shared/lists/changeListed.ts";
import { users } from "../../shared/lists/users.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import type { userExportSchema } from "./exportSchemas.ts";

const HOUR_SECONDS = 3600;
const KEPT_SECONDS = 24 * HOUR_SECONDS;
const LINK_SECONDS = 900;

/**
 * Begins an export of a user, or shows how far one of the last hour is. The table's stream has
 * `functions/cleanup` write the file.
 */
export const exportUser = endpoint({
  record: "users",
  async answer({ reseller_uuid, uuid }) {
    const key = { reseller_uuid, uuid };
    await getListed(users, key);
    return fetched(await presentExport((await findExport(key)) ?? (await beginExport(key))));
  },
});

async function findExport(key: OwnedKey): Promise<UserExportRecord | undefined> {
  const { data } = await UserExport.get(key).go({ consistent: true });
  const isRecent = data && Date.now() - Date.parse(data.requested_at) < HOUR_SECONDS * 1000;
  return isRecent ? data : undefined;
}

async function beginExport(key: OwnedKey): Promise<UserExportRecord> {
  const now = Date.now();
  const { data } = await UserExport.put({
    ...key,
    export_uuid: newUuid(),
    requested_at: timestamp(new Date(now)),
    expires_epoch: Math.floor(now / 1000) + KEPT_SECONDS,
  }).go();
  return data;
}

async function presentExport(found: UserExportRecord): Promise<z.output<typeof userExportSchema>> {
  const { uuid, requested_at, finished_at, bytes } = found;
  const link = { method: "GET", key: exportFile(found), seconds: LINK_SECONDS } as const;
  return {
    user_uuid: uuid,
    requested_at,
    finished_at: finished_at ?? null,
    bytes: bytes ?? null,
    url: finished_at ? await signUrl({ ...link, fileName: `user-${uuid}.json` }) : null,
  };
}
