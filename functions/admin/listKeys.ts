import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { presentKey } from "./apiKey.ts";
import { command } from "./command.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";

/** All keys of a reseller and of its sandbox, oldest first. One created within the last second may be missing. */
export const listKeys = command({ reseller_uuid }, async ({ reseller_uuid }) => {
  const { sandbox_of } = await requireReseller(reseller_uuid);
  const both = sandbox_of ? [reseller_uuid] : [reseller_uuid, twinOf(reseller_uuid)];
  const found = await Promise.all(
    both.map((uuid) => ApiKey.query.ofReseller({ reseller_uuid: uuid }).go({ pages: "all" })),
  );
  const uuids = found.flatMap(({ data }) => data.map(({ uuid }) => uuid));
  // The index holds only parts of a record, and those as they were a moment ago.
  const apiKeys = await batchGet(...uuids.map((uuid) => lookup<ApiKeyRecord>(ApiKey, { uuid })));
  return apiKeys
    .filter((apiKey) => apiKey !== undefined)
    .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
    .map(presentKey);
});
