import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { RecordNotFound } from "../../shared/errors.ts";

/** A reseller's website; throws RecordNotFound. */
export async function getWebsite(reseller_uuid: string, uuid: string): Promise<WebsiteRecord> {
  const { data } = await Website.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (!data) throw new RecordNotFound("websites");
  return data;
}
