import { Business, type BusinessRecord } from "../../shared/entities/business.ts";
import {
  type CustomFieldRecord,
  CustomFields,
  type CustomFieldsRecord,
} from "../../shared/entities/customFields.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";

/** A reseller's business and the reseller's custom fields, in one request; throws RecordNotFound. */
export async function getBusiness(
  reseller_uuid: string,
  uuid: string,
): Promise<{ business: BusinessRecord; fields: CustomFieldRecord[] }> {
  const [business, customFields] = await batchGet(
    lookup<BusinessRecord>(Business, { reseller_uuid, uuid }),
    lookup<CustomFieldsRecord>(CustomFields, { reseller_uuid }),
  );
  if (!business) throw new RecordNotFound("businesses");
  return { business, fields: customFields?.fields ?? [] };
}
