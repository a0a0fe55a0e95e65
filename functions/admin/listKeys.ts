import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { lookup } from "../../shared/table/batch.ts";
import { command } from "./command.ts";
import { reseller_uuid } from "./fields.ts";
import { getAll } from "./getAll.ts";
import { presentKey } from "./presentKey.ts";
import { requireReseller } from "./requireReseller.ts";

/** All keys of a reseller, oldest first. One created within the last second may be missing. */
export const listKeys = command({ reseller_uuid }, async ({ reseller_uuid }) => {
  await requireReseller(reseller_uuid);
  const { data } = await ApiKey.query.ofReseller({ reseller_uuid }).go({ pages: "all" });
  const apiKeys = await getAll(data.map(({ uuid }) => lookup<ApiKeyRecord>(ApiKey, { uuid })));
  return apiKeys.map(presentKey);
});
