import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { expect, test } from "vitest";
import { RateUse } from "../../../../shared/entities/rateUse.ts";
import { wireClient } from "../../../../shared/platform/table/entity.ts";
import { addTo } from "../../../../shared/platform/table/wire.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";

const place = () => ({ reseller_uuid: newUuid(), kind: "reads" as const, expires_epoch: 1 });
const amounts: Record<string, bigint>[] = [{ booked: 1n, api_calls: 1n }, { booked: 2n }];

test("an item equals ElectroDB's, whether it is new or replaces one", async () => {
  const [ours, theirs] = [place(), place()];
  for (const some of amounts) {
    await wireClient.send(new UpdateItemCommand(addTo(RateUse, ours, some)));
    await RateUse.upsert(theirs).add(numbersOf(some)).go();
    const { data: found } = await RateUse.get(ours).go({ data: "raw" });
    const { data: expected } = await RateUse.get(theirs).go({ data: "raw" });
    const { reseller_uuid } = ours;
    const pk = `rate#${reseller_uuid}#reads`;
    expect(found).toMatchObject({ Item: { ...itemOf(expected), reseller_uuid, pk } });
  }
});

function numbersOf(amounts: Record<string, bigint>): Record<string, number> {
  return Object.fromEntries(Object.entries(amounts).map(([name, each]) => [name, Number(each)]));
}

function itemOf(raw: unknown): object {
  return (raw as { Item: object }).Item;
}
