import { ApiKey } from "../../shared/entities/apiKey.ts";
import { KEY_CACHE_SECONDS } from "../../shared/http/authenticate.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { assertValid, key_uuid, noKey, presentKey, requireKey } from "./apiKey.ts";
import { command, flag, Noted, WrongInput } from "./command.ts";
import { allow_ip, read_only } from "./keyRights.ts";

/** Sets what a key may do, and where it is accepted from; what is not named stays. */
export const setKey = command(
  {
    uuid: key_uuid,
    read_only,
    read_write: flag("--read-write"),
    allow_ip,
    any_ip: flag("--any-ip"),
  },
  async ({ uuid, read_only, read_write, allow_ip, any_ip }) => {
    if (read_only && read_write)
      throw new WrongInput("Give --read-only or --read-write, not both.");
    if (allow_ip && any_ip) throw new WrongInput("Give --allow-ip or --any-ip, not both.");
    if (!read_only && !read_write && !allow_ip && !any_ip) {
      throw new WrongInput(
        "Nothing to change: give --read-only, --read-write, --allow-ip or --any-ip.",
      );
    }
    assertValid(await requireKey(uuid));
    const written = await writeIfTrue(() =>
      ApiKey.patch({ uuid })
        .set({
          ...(read_only && { is_read_only: true }),
          ...(allow_ip && { allowed_ips: allow_ip }),
        })
        .remove([
          ...(read_write ? (["is_read_only"] as const) : []),
          ...(any_ip ? (["allowed_ips"] as const) : []),
        ])
        .go(),
    );
    if (written === undefined) throw noKey(uuid);
    return new Noted(
      presentKey(await requireKey(uuid)),
      `This holds everywhere within ${KEY_CACHE_SECONDS} seconds.`,
    );
  },
);
