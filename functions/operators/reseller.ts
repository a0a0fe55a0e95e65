import * as z from "zod/mini";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { twinOf } from "../../shared/sandbox.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { foldName, searchKeys } from "../../shared/table/searchKeys.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { parseUuid } from "../../shared/uuid.ts";
import { command, flag, name, severalNamed, text, WrongInput } from "./command.ts";
import { assertNoSandbox, sandboxName } from "./sandbox.ts";
import { findCalled } from "./searchIndex.ts";

/** Allows a name that another reseller has. */
export const same_name = flag("--same-name");

/** A reseller as operators see it. */
export function describeReseller(reseller: ResellerRecord) {
  const { uuid, name, default_plan_uuid, created_at, sandbox_of, deleting_since } = reseller;
  const deleting = deleting_since === undefined ? {} : { deleting_since };
  const sandbox = sandbox_of === undefined ? {} : { sandbox_of };
  return { uuid, name, default_plan_uuid, created_at, ...sandbox, ...deleting };
}

/** The reseller with this uuid; throws WrongInput if there is none. */
export async function requireReseller(uuid: string): Promise<ResellerRecord> {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (data === null) {
    throw new WrongInput(`There is no reseller ${uuid}: "reseller list" lists them.`);
  }
  return data;
}

/** A reseller to which records may be added; throws WrongInput if it is being deleted. */
export async function requireOpenReseller(uuid: string): Promise<ResellerRecord> {
  const reseller = await requireReseller(uuid);
  if (reseller.deleting_since === undefined) return reseller;
  throw new WrongInput(`Reseller ${uuid} is being deleted (since ${reseller.deleting_since}).`);
}

/** Turns a reseller's uuid, or its name if that is unique, into the uuid. */
export function resellerNamed(what: string) {
  return z.pipe(
    text(what),
    z.transform(async (given) => {
      const uuid = parseUuid(given);
      if (uuid !== undefined) return uuid;
      const [found, ...more] = await findNamed(given);
      if (found === undefined) {
        throw new WrongInput(`There is no reseller "${given}": "reseller list" lists them.`);
      }
      if (more.length > 0)
        throw severalNamed(`resellers with the name "${given}"`, [found, ...more]);
      return found.uuid;
    }),
  );
}

export const reseller_uuid = resellerNamed("--reseller");

/** Throws WrongInput if another reseller has the name; capitals don't count. */
export async function assertNameIsFree(name: string, own: string) {
  // The reseller itself may have the name.
  const other = (await findNamed(name)).find(({ uuid }) => uuid !== own);
  if (other === undefined) return;
  throw new WrongInput(
    `Reseller ${other.uuid} has the name "${name}" already: choose another, or add --same-name.`,
  );
}

/** Some of the resellers with this name; records of other kinds are left out. */
async function findNamed(name: string): Promise<ResellerRecord[]> {
  return await findCalled("reseller", foldName(name), (found) => foldName(found.name));
}

/** Lists all resellers without sandboxes, oldest first. May miss one created within the last second. */
export const listResellers = command({}, async () => {
  const { data } = await Reseller.query.all({}).go({ pages: "all" });
  // The index holds only some attributes, and lags behind the table.
  const resellers = await batchGet(
    ...data.map(({ uuid }) => lookup<ResellerRecord>(Reseller, { uuid })),
  );
  return resellers
    .filter((reseller) => reseller !== undefined)
    .filter(({ sandbox_of }) => sandbox_of === undefined)
    .map((reseller) => ({
      ...describeReseller(reseller),
      businesses: reseller.business_count ?? 0,
      websites: reseller.website_count ?? 0,
    }));
});

/** Renames a reseller and its sandbox. Its mails carry the name unless it has a sender name. */
export const renameReseller = command(
  { uuid: resellerNamed("The reseller"), name, same_name },
  async ({ uuid, name, same_name = false }) => {
    assertNoSandbox(await requireReseller(uuid), "it has the name that its reseller is given.");
    if (!same_name) await assertNameIsFree(name, uuid);
    await setName(uuid, name);
    await setName(twinOf(uuid), sandboxName(name));
    return describeReseller(await requireReseller(uuid));
  },
);

/** Ignores a reseller that does not exist: not every reseller has a sandbox. */
async function setName(uuid: string, name: string) {
  await writeIfTrue(() =>
    Reseller.patch({ uuid })
      .set({ name, ...searchKeys(name, { uuid }) })
      .go(),
  );
}
