import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { foldName } from "../../shared/table/searchKeys.ts";
import { flag, WrongInput } from "./command.ts";
import { search } from "./searchIndex.ts";

const SEARCHED_AT_ONCE = 20;

/** Allows a second reseller of a name. */
export const same_name = flag("--same-name");

/** A reseller as operators see it. */
export function describeReseller(reseller: ResellerRecord) {
  const { uuid, name, default_plan_uuid, created_at, deleting_since } = reseller;
  const deleting = deleting_since === undefined ? {} : { deleting_since };
  return { uuid, name, default_plan_uuid, created_at, ...deleting };
}

/** The reseller; throws WrongInput when there is none with this uuid. */
export async function requireReseller(uuid: string): Promise<ResellerRecord> {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (data === null) {
    throw new WrongInput(`There is no reseller ${uuid}: "reseller list" shows which there are.`);
  }
  return data;
}

/** The reseller, which may get something new; throws WrongInput when it is being deleted. */
export async function requireOpenReseller(uuid: string): Promise<ResellerRecord> {
  const reseller = await requireReseller(uuid);
  if (reseller.deleting_since === undefined) return reseller;
  throw new WrongInput(`Reseller ${uuid} is being deleted since ${reseller.deleting_since}.`);
}

/** Throws WrongInput when another reseller than this one has the name, whatever its capitals. */
export async function assertNameIsFree(name: string, own: string) {
  let after: string | undefined;
  do {
    const page = await search({}, [`${foldName(name)}#`], { after, limit: SEARCHED_AT_ONCE });
    const other = page.records.find(
      ({ kind, record }) => kind === "reseller" && record.uuid !== own,
    );
    if (other !== undefined) {
      throw new WrongInput(
        `Reseller ${other.record.uuid} has the name "${name}" already: choose another, or add --same-name.`,
      );
    }
    after = page.next;
  } while (after !== undefined);
}
