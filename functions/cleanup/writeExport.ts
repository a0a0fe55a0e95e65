import * as z from "zod/mini";
import { exportFile, exportPart, UserExport } from "../../shared/entities/userExport.ts";
import { deleteFile, openFile, writeFile, writePieces } from "../../shared/files/files.ts";
import { isErased } from "../../shared/lists/deleted.ts";
import { stretchesOf } from "../../shared/lists/stretches.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import {
  exported,
  ofShares,
  ofTree,
  ofUserInLog,
  piecesOf,
  type Stage,
} from "./exportedRecords.ts";

const JSON_TYPE = "application/json";
/** A part is written when it has this many characters. */
const PART_LENGTH = 8_000_000;

/** An export, and how far it is: how many parts are written, and the place behind them. */
export const exportMessage = z.object({
  reseller_uuid: z.uuid(),
  uuid: z.uuid(),
  export_uuid: z.uuid(),
  parts: z._default(z.int(), 0),
  place: z.optional(z.string()),
});

type Progress = z.output<typeof exportMessage>;

/** Writes a user's export as far as the time allows; returns how far it is, or undefined if it is finished. */
export async function writeExport(
  progress: Progress,
  hasTime: () => boolean,
): Promise<Progress | undefined> {
  const { reseller_uuid, uuid, export_uuid } = progress;
  const { data: wanted } = await UserExport.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (wanted?.export_uuid !== export_uuid) return await forget(progress);
  if (wanted.finished_at) return undefined;
  const records: string[] = [];
  let length = 0;
  for await (const { records: some, place } of exported(stagesOf(progress), progress.place)) {
    records.push(...some);
    for (const each of some) length += each.length;
    if (place === undefined || (hasTime() && length < PART_LENGTH)) continue;
    await writeFile(exportPart(progress, progress.parts), records.join(",\n"), JSON_TYPE);
    return { ...progress, parts: progress.parts + 1, place };
  }
  await join(progress, records);
  return undefined;
}

function stagesOf({ reseller_uuid, uuid }: Progress): Stage[] {
  const user = { reseller_uuid, uuid };
  return [
    () => piecesOf(stretchesOf("user", user)),
    ofTree(reseller_uuid, { name: "business", place: { reseller_uuid, user_uuid: uuid } }),
    ofShares(reseller_uuid, uuid),
    ofUserInLog(user),
  ];
}

/** Joins the parts of an export and the last records. */
async function join({ parts, ...found }: Progress, records: string[]) {
  async function* lists() {
    for (let part = 0; part < parts; part += 1) {
      const file = await openFile(exportPart(found, part));
      // The message is tried again, and then the export is finished.
      if (!file) throw new Error("Another worker has joined the parts of this export");
      yield await file.read();
    }
    yield records.join(",\n");
  }
  async function* document() {
    const head = JSON.stringify({ user_uuid: found.uuid, exported_at: timestamp() }).slice(0, -1);
    let before = `${head},"records":[\n`;
    for await (const list of lists()) {
      if (list.length === 0) continue;
      yield before;
      yield list;
      before = ",\n";
    }
    yield "\n]}\n";
  }
  await finish(found, await writePieces(exportFile(found), document(), JSON_TYPE));
  await forgetParts({ ...found, parts });
}

async function forgetParts({ parts, ...found }: Progress) {
  for (let part = 0; part < parts; part += 1) await deleteFile(exportPart(found, part));
}

/** Deletes what was written of an export that nobody wants any more, also by a worker that died after it. */
async function forget(progress: Progress) {
  await forgetParts({ ...progress, parts: progress.parts + 1 });
  await deleteIfErased(progress);
  return undefined;
}

async function deleteIfErased(key: OwnedKey) {
  if (await isErased(key)) await deleteFile(exportFile(key));
}

/** Notes that an export is finished. If the user was erased meanwhile, the file is deleted. */
async function finish(
  { reseller_uuid, uuid, export_uuid }: Pick<Progress, "reseller_uuid" | "uuid" | "export_uuid">,
  bytes: number,
) {
  const noted = await writeIfTrue(() =>
    UserExport.patch({ reseller_uuid, uuid })
      .set({ finished_at: timestamp(), bytes })
      .where((wanted, { eq }) => eq(wanted.export_uuid, export_uuid))
      .go(),
  );
  if (!noted) await deleteIfErased({ reseller_uuid, uuid });
}

/** Deletes the file of a user's export, also if the table has forgotten it. */
export async function forgetExport(key: OwnedKey) {
  await UserExport.delete(key).go();
  await deleteFile(exportFile(key));
}
