import { expect, test } from "vitest";
import { settingsFor } from "../../../infra/settings.ts";
import { resourcesIn } from "../../support/recovery.ts";

test("warm throughput is that of the table and of both indexes", () => {
  const warmThroughput = { reads: 24_000, writes: 12_000 };
  const [table] = resourcesIn(settingsFor("prod", { warmThroughput }))(
    "AWS::DynamoDB::GlobalTable",
  );
  const wanted = { ReadUnitsPerSecond: 24_000, WriteUnitsPerSecond: 12_000 };
  expect(table?.Properties.WarmThroughput).toEqual(wanted);
  const indexes = table?.Properties.GlobalSecondaryIndexes as Record<string, unknown>[];
  expect(indexes.map(({ WarmThroughput }) => WarmThroughput)).toEqual([wanted, wanted]);
});
