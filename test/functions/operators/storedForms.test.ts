import {
  CreateTableCommand,
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";

/** A table of its own: the others' must not become one of another version. */
const TableName = `forms-${newUuid()}`;
const KEY = { pk: "table#" };
const client = new DynamoDBClient({});
let modules: Awaited<ReturnType<typeof importModules>>;

beforeAll(async () => {
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [
        { AttributeName: "pk", KeyType: "HASH" },
        { AttributeName: "sk", KeyType: "RANGE" },
      ],
      AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({
        AttributeName,
        AttributeType: "S" as const,
      })),
    }),
  );
  process.env["TABLE_NAME"] = TableName;
  modules = await importModules();
});

/** They read the name of the table as they load. */
async function importModules() {
  const { StoredValue } = await import("../../../shared/entities/storedValue.ts");
  const { assertKnownData } = await import("../../../infra/local/table.ts");
  const { handler } = await import("../../../functions/operators/index.ts");
  const startHere = () => assertKnownData(client, TableName);
  const operate = () => handler({ command: "dead-letter list", input: {} });
  return { StoredValue, startHere, operate };
}

beforeEach(async () => {
  await modules.StoredValue.delete(KEY).go();
});

const OTHERS = [
  [
    8,
    "The data are in stored forms of version 8, this release reads version 7: use the release that wrote them.",
  ],
  [
    0,
    "The data are in stored forms of an older version, this release reads version 7: migrate them with the release before.",
  ],
] as const;

it.each(OTHERS)(
  "data of version %i are said to be so, and by operators' commands too",
  async (version, line) => {
    const { StoredValue, startHere, operate } = modules;
    await StoredValue.put({ ...KEY, value: version }).go();
    await expect(startHere()).rejects.toMatchObject({
      name: "Problem",
      message: `${line} Or start with empty data: "npm run reset", or another DATA_DIR.`,
    });
    await expect(operate()).rejects.toMatchObject({ name: "Fault", message: line });
  },
);

it("data with a version in the place that it had until version 6 are refused", async () => {
  const { startHere, operate } = modules;
  const Key = { pk: { S: KEY.pk }, sk: { S: "storedForms" } };
  await client.send(new PutItemCommand({ TableName, Item: { ...Key, version: { N: "6" } } }));
  const line = "The data are in stored forms of an older version,";
  await expect(startHere()).rejects.toThrow(line);
  await expect(operate()).rejects.toThrow(line);
  await client.send(new DeleteItemCommand({ TableName, Key }));
});

it("a new table gets the version that this code writes, whichever function reads it first", async () => {
  const { StoredValue, startHere, operate } = modules;
  await Promise.all([startHere(), operate(), startHere()]);
  const { data } = await StoredValue.get(KEY).go();
  expect(data?.value).toBe(7);
  await expect(startHere()).resolves.toBeUndefined();
});

it("data that were written before there were versions are of none that is read", async () => {
  const { StoredValue, startHere } = modules;
  const old = { pk: newUuid() };
  await StoredValue.create({ ...old, value: newUuid() }).go();
  await expect(startHere()).rejects.toThrow("The data are in stored forms of an older version,");
  await StoredValue.delete(old).go();
});
