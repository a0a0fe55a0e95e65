import * as z from "zod/mini";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { foldName } from "../../shared/table/searchKeys.ts";
import { parseUuid } from "../../shared/uuid.ts";
import { flag, severalNamed, text, WrongInput } from "./command.ts";
import { findCalled } from "./searchIndex.ts";

/** Allows a second reseller of a name. */
export const same_name = flag("--same-name");

/** A reseller as operators see it. */
export function describeReseller(reseller: ResellerRecord) {
  const { uuid, name, default_plan_uuid, created_at, sandbox_of, deleting_since } = reseller;
  const deleting = deleting_since === undefined ? {} : { deleting_since };
  const sandbox = sandbox_of === undefined ? {} : { sandbox_of };
  return { uuid, name, default_plan_uuid, created_at, ...sandbox, ...deleting };
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

/** What names a reseller: its uuid, or its name where no other has that. Becomes the uuid. */
export function resellerNamed(what: string) {
  return z.pipe(
    text(what),
    z.transform(async (given) => {
      const uuid = parseUuid(given);
      if (uuid !== undefined) return uuid;
      const [found, ...more] = await findNamed(given);
      if (found === undefined) {
        throw new WrongInput(
          `There is no reseller "${given}": "reseller list" shows which there are.`,
        );
      }
      if (more.length > 0)
        throw severalNamed(`resellers with the name "${given}"`, [found, ...more]);
      return found.uuid;
    }),
  );
}

export const reseller_uuid = resellerNamed("--reseller");

/** Throws WrongInput when another reseller than this one has the name, whatever its capitals. */
export async function assertNameIsFree(name: string, own: string) {
  // One of them may be the reseller itself.
  const other = (await findNamed(name)).find(({ uuid }) => uuid !== own);
  if (other === undefined) return;
  throw new WrongInput(
    `Reseller ${other.uuid} has the name "${name}" already: choose another, or add --same-name.`,
  );
}

/** Some of the resellers with this name; what else has it is passed over. */
async function findNamed(name: string): Promise<ResellerRecord[]> {
  return await findCalled("reseller", foldName(name), (found) => foldName(found.name));
}
