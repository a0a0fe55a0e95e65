import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { lookup } from "../../shared/table/batch.ts";
import { command } from "./command.ts";
import { getAll } from "./getAll.ts";

/** All resellers, oldest first. One created within the last second may be missing. */
export const listResellers = command({}, async () => {
  const { data } = await Reseller.query.all({}).go({ pages: "all" });
  const resellers = await getAll(
    data.map(({ uuid }) => lookup<ResellerRecord>(Reseller, { uuid })),
  );
  return resellers.map(({ uuid, name, default_plan_uuid, created_at }) => {
    return { uuid, name, default_plan_uuid, created_at };
  });
});
