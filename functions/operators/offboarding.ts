import { type OffboardingRecord, offboardingFile } from "../../shared/entities/offboarding.ts";
import { isClosed, Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { signUrl } from "../../shared/files/signUrl.ts";
import {
  beginOffboarding,
  eraseNow,
  findOffboarding,
  KEPT_DAYS,
  takeBack,
} from "../cleanup/offboardings.ts";
import { countOwned, describeOwned } from "./countOwned.ts";
import { named } from "./naming.ts";
import { requireReseller } from "./reseller.ts";
import { assertNoSandbox } from "./sandbox.ts";

/** Not longer than the credentials of the function are valid. */
const LINK_SECONDS = 3600;

const uuid = named("reseller", "The reseller");

/**
 * Closes a reseller and its sandbox, and has everything exported, kept for 30 days and then erased. A
 * repeated command reports the progress.
 */
export const offboardReseller = command({ uuid, yes }, async ({ uuid, yes }) => {
  const reseller = await requireOwn(uuid, "it leaves with that one.");
  if (!isClosed(reseller)) {
    if (!yes) {
      throw new WrongInput(
        `This ends within two minutes the API keys, checks, mails, webhooks, shares and imports of the reseller "${reseller.name}" (${uuid}) with ${await describeOwned(uuid)}. Everything is exported, kept for ${KEPT_DAYS} days, in which "reseller take-back" undoes this, and then erased for good. Add --yes to do it.`,
      );
    }
    await beginOffboarding(uuid);
  }
  return await report(reseller);
});

/**
 * Closes a reseller and its sandbox, and has everything erased in minutes to hours, without an export and without a
 * way back. A repeated command reports what is left.
 */
export const deleteReseller = command({ uuid, yes }, async ({ uuid, yes }) => {
  const reseller = await requireOwn(uuid, "it is deleted with that one.");
  if (reseller.deleting_since === undefined) {
    const what = `the reseller "${reseller.name}" (${uuid}) with ${await describeOwned(uuid)}`;
    assertConfirmed(yes, what);
  }
  await eraseNow(uuid);
  return await report(reseller);
});

/** Opens a reseller that left, and its sandbox, as they were: keys, checks, mails, webhooks, shares and imports. */
export const takeResellerBack = command({ uuid }, async ({ uuid }) => {
  const reseller = await requireOwn(uuid, "it comes back with that one.");
  const { state } = (await takeBack(uuid)) ?? {};
  if (state === undefined) throw new WrongInput(`Reseller ${uuid} has not left.`);
  if (state === "erasing") {
    throw new WrongInput(`Reseller ${uuid} is being erased: it can't be taken back any more.`);
  }
  return await report(reseller);
});

/** Reports how far an offboarding or a deletion is, with new links to the export. */
export const readOffboarding = command({ uuid }, async ({ uuid }) => {
  const { data: reseller } = await Reseller.get({ uuid }).go({ consistent: true });
  return await report(reseller ?? { uuid });
});

async function requireOwn(uuid: string, advice: string): Promise<ResellerRecord> {
  const reseller = await requireReseller(uuid);
  assertNoSandbox(reseller, advice);
  return reseller;
}

async function report({ uuid, name }: Pick<ResellerRecord, "uuid"> & { name?: string }) {
  const [found, { data: reseller }] = await Promise.all([
    findOffboarding(uuid),
    Reseller.get({ uuid }).go({ consistent: true }),
  ]);
  const left = reseller ? await countOwned(uuid) : {};
  return {
    done: reseller === null,
    ...{ uuid, ...(name !== undefined && { name }) },
    ...(found && (await present(found))),
    ...left,
  };
}

async function present(found: OffboardingRecord) {
  const { uuid, state, requested_at, exported_at, erase_at, erased_at } = found;
  const { parts, records, bytes } = found;
  const isThere = state === "exporting" || state === "kept";
  const links = isThere ? Array.from({ length: parts }, (_, part) => linkTo(uuid, part)) : [];
  return {
    ...{ state, requested_at, exported_at: exported_at ?? null, erase_at },
    ...{ erased_at: erased_at ?? null, exported_records: records, exported_bytes: bytes },
    export: await Promise.all(links),
  };
}

async function linkTo(uuid: string, part: number): Promise<string> {
  const link = { method: "GET", key: offboardingFile(uuid, part), seconds: LINK_SECONDS } as const;
  return await signUrl({ ...link, fileName: `reseller-${uuid}-${part}.jsonl.gz` });
}
