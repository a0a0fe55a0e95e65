import { type AnyListed, type ListedName, listedKinds } from "../../../shared/lists/listedKinds.ts";
import { searchPlaces, writeSearchPlaces } from "../../../shared/lists/search.ts";
import { TooBusy } from "../../../shared/platform/errors.ts";
import { imagesOf } from "../../../shared/webhooks/change.ts";
import { perRecord } from "./part.ts";

const MOST_TURNS = 5;

/**
 * Keeps the texts by which a record is found. A change may come after a later one of the same record, so the record as
 * it is stored decides; if it changes meanwhile, it is read again.
 */
export const search = perRecord(async (change) => {
  const kind = change.entity as ListedName;
  const { before, after } = imagesOf<AnyListed>(change);
  const former = before ? searchPlaces(kind, before) : [];
  const latter = after ? searchPlaces(kind, after) : [];
  if (former.join() === latter.join()) return;
  const { reseller_uuid, uuid } = change;
  // With those that a turn writes after somebody else has removed them.
  const all = new Set([...former, ...latter]);
  let record = await read();
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const places = record ? searchPlaces(kind, record) : [];
    for (const place of places) all.add(place);
    // A turn before may have removed what was kept.
    const unchanged = turn > 0 ? [] : former.filter((place) => latter.includes(place));
    await writeSearchPlaces(
      reseller_uuid,
      places.filter((place) => !unchanged.includes(place)),
      [...all].filter((place) => !places.includes(place)),
    );
    const now = await read();
    if (now?.revision === record?.revision) return;
    record = now;
  }
  throw new TooBusy(`${kind} ${uuid} keeps changing`);

  async function read() {
    return (await listedKinds[kind].get({ reseller_uuid, uuid })).data ?? undefined;
  }
});
