import { expect, test } from "vitest";
import { ListSegment } from "../../../shared/entities/listSegment.ts";
import { transactUnconditionally } from "../../../shared/table/transact.ts";
import { addTo } from "../../../shared/table/wire.ts";
import { newUuid } from "../../../shared/uuid.ts";

const segment = () => ({ reseller_uuid: newUuid(), list: "list", segment: 7, expires_epoch: 1 });
const amounts: Record<string, bigint>[] = [
  { b0: 1n, b79: 1n << 119n },
  { b0: 2n, b1: 3n },
];

test("an item equals ElectroDB's, whether it is new or replaces one", async () => {
  const [ours, theirs] = [segment(), segment()];
  for (const some of amounts) {
    await transactUnconditionally([{ Update: addTo(ListSegment, ours, some) }]);
    await ListSegment.upsert(theirs).add(some).go();
    const { data: found } = await ListSegment.get(ours).go({ data: "raw" });
    const { data: expected } = await ListSegment.get(theirs).go({ data: "raw" });
    const { reseller_uuid } = ours;
    const pk = `reseller#${reseller_uuid}#list`;
    expect(found).toMatchObject({ Item: { ...itemOf(expected), reseller_uuid, pk } });
  }
});

function itemOf(raw: unknown): object {
  return (raw as { Item: object }).Item;
}
