import * as z from "zod/mini";
import { endpoint } from "../../shared/http/endpoint.ts";
import { preconditionOf } from "../../shared/http/preconditions.ts";
import { updated } from "../../shared/http/responses.ts";
import { changeListed } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";
import { presentWebsite } from "../../shared/resources/website.ts";
import { showWebsite, websiteBody } from "./website.ts";

export const updateWebsite = endpoint({
  record: "websites",
  body: z.partial(websiteBody),
  async answer({ reseller_uuid, uuid, body, event }) {
    const check = preconditionOf(event, showWebsite);
    const website = await changeListed(websites, { reseller_uuid, uuid }, async (found) => {
      await check?.(found);
      const isMoved = body.hostname !== undefined && body.hostname !== found.hostname;
      // Another site: up until a check has found it down.
      return { set: isMoved ? { ...body, is_hostname_up: true } : body };
    });
    return updated("Website", presentWebsite(website));
  },
});
