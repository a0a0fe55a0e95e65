import * as z from "zod/mini";
import { Reseller } from "../../shared/entities/reseller.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { hostOf } from "../../shared/fields/siteUrl.ts";
import { preconditionOf } from "../../shared/http/conditions.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { updated } from "../../shared/http/responses.ts";
import { assertRoomAtHost } from "../../shared/limits/websitesPerHost.ts";
import { moveWebsite } from "../../shared/lists/websites.ts";
import { presentWebsite } from "../../shared/resources/website.ts";
import { showWebsite, websiteBody } from "./website.ts";

export const updateWebsite = endpoint({
  record: "websites",
  body: z.partial(websiteBody),
  async answer({ reseller_uuid, uuid, body, event }) {
    const precondition = preconditionOf(event, showWebsite);
    const website = await moveWebsite({ reseller_uuid, uuid }, body, async (found) => {
      await precondition?.(found);
      await assertMayMove(found, body);
    });
    return updated("Website", presentWebsite(website));
  },
});

/** Throws ValidationFailed if the reseller has too many websites of the host that this one moves to. */
async function assertMayMove(
  { reseller_uuid, hostname: former }: WebsiteRecord,
  { hostname = former }: { hostname?: string | undefined },
) {
  if (hostOf(hostname) === hostOf(former)) return;
  const { data: reseller } = await Reseller.get({ uuid: reseller_uuid }).go();
  const added = reseller?.account_website_sequence;
  if (reseller) await assertRoomAtHost(reseller, { hostname, added, field: "hostname" });
}
