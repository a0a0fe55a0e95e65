import type * as z from "zod/mini";
import type { WebsiteRecord } from "../entities/website.ts";
import { findUsersOf } from "../lists/findUsers.ts";
import { presentCause } from "../reasons.ts";
import type { accountWebsiteSchema } from "./accountSchemas.ts";
import { presentWebsite } from "./website.ts";

type AccountWebsite = z.output<typeof accountWebsiteSchema>;

/** Websites of a reseller with their customer and all that is known of their state. */
export async function presentAccountWebsites(records: WebsiteRecord[]): Promise<AccountWebsite[]> {
  const [first] = records;
  const older = records.filter(({ user_uuid }) => user_uuid === undefined);
  const users = await findUsersOf(
    first?.reseller_uuid ?? "",
    older.map(({ business_uuid }) => business_uuid),
  );
  return records.map((website) => {
    const { is_hostname_up, down_since, down_cause, unstable_since = null } = website;
    const isKnown = !is_hostname_up && down_since !== undefined;
    return {
      ...presentWebsite(website),
      user_uuid: website.user_uuid ?? users.get(website.business_uuid) ?? null,
      sequence: website.revision,
      is_checked_yet: !website.awaits_probe,
      is_paused: website.paused_since !== undefined,
      downtime: isKnown ? { began_at: down_since, ...presentCause(down_cause) } : null,
      unstable_since,
    };
  });
}
