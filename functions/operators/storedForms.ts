import { findStored, StoredValue } from "../../shared/entities/storedValue.ts";
import { findKeys } from "../../shared/platform/table/queryIndex.ts";
import { writeIfTrue } from "../../shared/platform/table/transact.ts";

/** The version of stored records that this code writes. `shared/README.md` says when to raise it. */
const WRITES = 7;
/** The oldest version that this code reads. */
const READS = 7;
/** Where the table has the version that all of its records have at least. */
const KEY = { pk: "table#" };

/** The table has records of a version that this code can't read. The message is for an operator. */
export class OtherForms extends Error {
  override readonly name = "OtherForms";

  constructor(version: number) {
    const readable = READS === WRITES ? `version ${READS}` : `versions ${READS} to ${WRITES}`;
    const advice =
      version > WRITES ? "use the release that wrote them" : "migrate them with the release before";
    const stored = version === 0 ? "an older version" : `version ${version}`;
    super(`The data are in stored forms of ${stored}, this release reads ${readable}: ${advice}.`);
  }
}

/** Throws OtherForms if this code can't read the table. A new table gets this code's version. */
export async function assertKnownForms(isEmpty: () => Promise<boolean>) {
  const isNew = async () => !(await hasVersion()) && (await isEmpty());
  const stored = (await readVersion()) ?? ((await isNew()) ? await noteForms() : undefined);
  // If the table is no longer empty, another process has noted the version in between.
  const version = stored ?? (await readVersion()) ?? 0;
  if (version < READS || version > WRITES) throw new OtherForms(version);
}

async function readVersion(): Promise<number | undefined> {
  return (await findStored<number>(KEY))?.value;
}

/** Whether the table has a version, also in the place that it had until version 6. */
async function hasVersion(): Promise<boolean> {
  return (await findKeys({ partition: KEY.pk }, { limit: 1 })).length > 0;
}

/** Two processes that do this at once write the same version. */
async function noteForms(): Promise<number> {
  await writeIfTrue(() => StoredValue.create({ ...KEY, value: WRITES }).go());
  return WRITES;
}
