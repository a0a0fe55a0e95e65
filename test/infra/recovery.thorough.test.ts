import { expect, test } from "vitest";
import { settingsFor } from "../../infra/settings.ts";
import { resourcesIn } from "../support/recovery.ts";

const HERE = { region: "eu-central-1", recoveryRegion: "eu-west-1" };

test("a recovery region has a replica of the table with its stream, and of the signing key", () => {
  const resources = resourcesIn(settingsFor("prod", HERE));
  const [table] = resources("AWS::DynamoDB::GlobalTable");
  const replicas = table?.Properties.Replicas as Record<string, unknown>[];
  expect(replicas.map(({ Region }) => Region)).toEqual(["eu-west-1", "eu-central-1"]);
  for (const replica of replicas) {
    expect(replica).toMatchObject({
      DeletionProtectionEnabled: true,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
  }
  expect(resources("AWS::SecretsManager::Secret")[0]?.Properties.ReplicaRegions).toEqual([
    { Region: "eu-west-1" },
  ]);
});

test("in the recovery region the replicas replace the stage's own table and signing key", () => {
  const table = "arn:aws:dynamodb:eu-west-1:123456789012:table/T";
  const resources = resourcesIn(
    settingsFor("prod", {
      region: "eu-west-1",
      restoredStreamArn: `${table}/stream/2026-11-23T09:00:00.000`,
      restoredSigningKeyArn: "arn:aws:secretsmanager:eu-west-1:123456789012:secret:Key-AbCdEf",
    }),
  );
  expect(resources("AWS::DynamoDB::GlobalTable")).toEqual([]);
  expect(resources("AWS::SecretsManager::Secret")).toEqual([]);
  const users = JSON.stringify(resources("AWS::Lambda::Function"));
  expect(users).toContain("secret:Key-AbCdEf");
  expect(JSON.stringify(resources("AWS::Lambda::EventSourceMapping"))).toContain(
    `${table}/stream/`,
  );
});

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
