import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { WrongInput } from "./command.ts";

/** A reseller as operators see it. */
export function describeReseller({ uuid, name, default_plan_uuid, created_at }: ResellerRecord) {
  return { uuid, name, default_plan_uuid, created_at };
}

/** The reseller; throws WrongInput when there is none with this uuid. */
export async function requireReseller(uuid: string): Promise<ResellerRecord> {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (data === null) {
    throw new WrongInput(`There is no reseller ${uuid}: "reseller list" shows which there are.`);
  }
  return data;
}
