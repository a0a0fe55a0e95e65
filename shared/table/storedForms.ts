import { StoredForms } from "../entities/storedForms.ts";
import { writeIfTrue } from "./transact.ts";

/** The version of the forms that this code writes; `shared/README.md` says when it is raised. */
export const WRITES = 3;
/** The oldest that it reads. */
const READS = 3;

/** The table's records are in forms that this code does not know. The message is for an operator. */
export class OtherForms extends Error {
  override readonly name = "OtherForms";

  constructor(found: number) {
    const known = READS === WRITES ? `version ${READS}` : `versions ${READS} to ${WRITES}`;
    const advice =
      found > WRITES ? "use the release that wrote them" : "migrate them with the release before";
    super(
      `The data are in stored forms of version ${found}, this release reads ${known}: ${advice}.`,
    );
  }
}

/** Throws OtherForms where this code can't read the table; a new table is of its version from now on. */
export async function assertKnownForms(isEmpty: () => Promise<boolean>) {
  const found = (await readVersion()) ?? ((await isEmpty()) ? await noteForms() : undefined);
  // Somebody may have noted it since: a table with nothing but its version is not empty.
  const version = found ?? (await readVersion()) ?? 0;
  if (version < READS || version > WRITES) throw new OtherForms(version);
}

async function readVersion(): Promise<number | undefined> {
  const { data } = await StoredForms.get({}).go({ consistent: true });
  return data?.version;
}

/** Whoever is faster notes the same. */
async function noteForms(): Promise<number> {
  await writeIfTrue(() => StoredForms.create({ version: WRITES }).go());
  return WRITES;
}
