import { Service } from "electrodb";
import { ApiKey } from "./apiKey.ts";
import { Business } from "./business.ts";
import { Competitor } from "./competitor.ts";
import { CustomFields } from "./customFields.ts";
import { EmailAddress } from "./emailAddress.ts";
import { FeedItem } from "./feedItem.ts";
import { ListEntry } from "./listEntry.ts";
import { ListSegment } from "./listSegment.ts";
import { Plan } from "./plan.ts";
import { Reseller } from "./reseller.ts";
import { User } from "./user.ts";
import { Webhook } from "./webhook.ts";
import { Website } from "./website.ts";

/** Every entity of the table; a transaction takes its items from here. */
export const service = new Service({
  reseller: Reseller,
  apiKey: ApiKey,
  plan: Plan,
  customFields: CustomFields,
  user: User,
  emailAddress: EmailAddress,
  business: Business,
  website: Website,
  competitor: Competitor,
  feedItem: FeedItem,
  webhook: Webhook,
  listEntry: ListEntry,
  listSegment: ListSegment,
});
