import { isClosed, Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { type Counts, readCounts, websitesIn } from "../../shared/lists/account.ts";
import { batchGet, lookup } from "../../shared/platform/table/batch.ts";
import { writeIfTrue } from "../../shared/platform/table/transact.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { findCalled } from "./naming.ts";
import { noteRead } from "./reads.ts";
import { type OwnedKind, requireOwned } from "./records.ts";
import { assertNoSandbox, sandboxName } from "./sandbox.ts";

/** A reseller as operators see it. */
export function describeReseller(reseller: ResellerRecord) {
  const { uuid, name, default_plan_uuid, created_at, sandbox_of } = reseller;
  const { closed_at, deleting_since } = reseller;
  const closed = closed_at === undefined ? {} : { closed_at };
  const deleting = deleting_since === undefined ? {} : { deleting_since };
  const sandbox = sandbox_of === undefined ? {} : { sandbox_of };
  return { uuid, name, default_plan_uuid, created_at, ...sandbox, ...closed, ...deleting };
}

/** The reseller with this uuid; throws WrongInput if there is none. */
export async function requireReseller(uuid: string): Promise<ResellerRecord> {
  const { data } = await Reseller.get({ uuid }).go({ consistent: true });
  if (data === null) {
    throw new WrongInput(`There is no reseller ${uuid}: "reseller list" lists them.`);
  }
  noteRead("reseller", { uuid });
  return data;
}

/** A reseller whose records may change; throws WrongInput if it is closed. */
export async function requireOpenReseller(uuid: string): Promise<ResellerRecord> {
  const reseller = await requireReseller(uuid);
  if (!isClosed(reseller)) return reseller;
  if (reseller.deleting_since === undefined) {
    throw new WrongInput(
      `Reseller ${uuid} is closed (since ${reseller.closed_at}): "reseller reopen" opens it again.`,
    );
  }
  throw new WrongInput(`Reseller ${uuid} is being removed (since ${reseller.deleting_since}).`);
}

/** As `requireOwned`, for a command that changes the record; throws WrongInput if its reseller is closed. */
export async function requireChangeable<K extends OwnedKind>(kind: K, uuid: string) {
  const record = await requireOwned(kind, uuid);
  await requireOpenReseller(record.reseller_uuid);
  return record;
}

/** Throws WrongInput if a reseller other than `own` has the name; case is ignored. */
export async function assertNameIsFree(name: string, own: string) {
  const other = (await findCalled("reseller", name)).find(({ uuid }) => uuid !== own);
  if (other === undefined) return;
  throw new WrongInput(
    `Reseller ${other.uuid} has the name "${name}" already: choose another, or add --same-name.`,
  );
}

/** All resellers without sandboxes, oldest first. May miss one created within the last second. */
export async function findResellers(): Promise<ResellerRecord[]> {
  const { data } = await Reseller.query.all({}).go({ pages: "all" });
  // The index holds only some attributes, and lags behind the table.
  const resellers = await batchGet(
    ...data.map(({ uuid }) => lookup<ResellerRecord>(Reseller, { uuid })),
  );
  return resellers
    .filter((reseller) => reseller !== undefined)
    .filter(({ sandbox_of }) => sandbox_of === undefined);
}

/** Lists all resellers with the number of their businesses and websites. */
export async function listResellers() {
  const resellers = await findResellers();
  const counts = await Promise.all(resellers.map(({ uuid }) => readCounts(uuid)));
  return resellers.map((reseller, index) => {
    const own = counts[index] as Counts;
    return { ...describeReseller(reseller), businesses: own.businesses, websites: websitesIn(own) };
  });
}

/** Renames a reseller and its sandbox. Its mails carry the name unless it has a sender name. */
export async function renameReseller({
  uuid,
  name,
  same_name = false,
}: CommandInput<"reseller rename">) {
  assertNoSandbox(await requireReseller(uuid), "it has the name that its reseller is given.");
  if (!same_name) await assertNameIsFree(name, uuid);
  await setName(uuid, name);
  await setName(twinOf(uuid), sandboxName(name));
  return describeReseller(await requireReseller(uuid));
}

/** Ignores a reseller that does not exist: not every reseller has a sandbox. */
async function setName(uuid: string, name: string) {
  await writeIfTrue(() => Reseller.patch({ uuid }).set({ name }).go());
}
