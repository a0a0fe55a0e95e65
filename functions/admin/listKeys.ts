import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { presentKey } from "./apiKey.ts";
import { command } from "./command.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";

/** All keys of a reseller, oldest first. One created within the last second may be missing. */
export const listKeys = command({ reseller_uuid }, async ({ reseller_uuid }) => {
  await requireReseller(reseller_uuid);
  const { data } = await ApiKey.query.ofReseller({ reseller_uuid }).go({ pages: "all" });
  // The index holds only parts of a record, and those as they were a moment ago.
  const apiKeys = await batchGet(...data.map(({ uuid }) => lookup<ApiKeyRecord>(ApiKey, { uuid })));
  return apiKeys.filter((apiKey) => apiKey !== undefined).map(presentKey);
});
