import * as z from "zod/mini";
import { readFeed } from "../../shared/feed/readFeed.ts";
import { command, flag } from "./command.ts";
import { requireWebsite, website } from "./website.ts";

const LIMIT = 20;
const MOST = 100;

const error = `--limit must be a whole number from 1 to ${MOST}.`;
const limit = z._default(z.int(error).check(z.gte(1, error), z.lte(MOST, error)), LIMIT);

/** The last feed items of a website, newest first, with their data where the details are wanted. */
export const listFeed = command(
  { website, limit, details: flag("--details") },
  async ({ website: named, limit, details = false }) => {
    const { reseller_uuid, business_uuid, uuid } = await requireWebsite(named);
    const feed = { reseller_uuid, website_uuid: uuid, business_uuid };
    const lines: object[] = [];
    for await (const item of readFeed(feed, { offset: 0, limit, consistent: true })) {
      const { created_at, type, status, uuid, data } = item;
      lines.push({ created_at, type, status, uuid, ...(details ? { data } : {}) });
    }
    return lines;
  },
);
