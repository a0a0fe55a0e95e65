import { CreateTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";

/** A table of its own: the others' must not become one of another version. */
const TableName = `forms-${newUuid()}`;
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
  const { StoredForms } = await import("../../../shared/entities/storedForms.ts");
  const { EmailAddress } = await import("../../../shared/entities/user.ts");
  const { assertKnownData } = await import("../../../infra/local/table.ts");
  const { handler } = await import("../../../functions/operators/index.ts");
  const startHere = () => assertKnownData(client, TableName);
  const operate = () => handler({ command: "dead-letter list", input: {} });
  return { StoredForms, EmailAddress, startHere, operate };
}

beforeEach(async () => {
  await modules.StoredForms.delete({}).go();
});

const OTHERS = [
  [
    7,
    "The data are in stored forms of version 7, this release reads version 6: use the release that wrote them.",
  ],
  [
    0,
    "The data are in stored forms of version 0, this release reads version 6: migrate them with the release before.",
  ],
] as const;

it.each(OTHERS)(
  "data of version %i are said to be so, and by operators' commands too",
  async (version, line) => {
    const { StoredForms, startHere, operate } = modules;
    await StoredForms.put({ version }).go();
    await expect(startHere()).rejects.toMatchObject({
      name: "Problem",
      message: `${line} Or start with empty data: "npm run reset", or another DATA_DIR.`,
    });
    await expect(operate()).rejects.toMatchObject({ name: "Fault", message: line });
  },
);

it("a new table gets the version that this code writes, whichever function reads it first", async () => {
  const { StoredForms, startHere, operate } = modules;
  await Promise.all([startHere(), operate(), startHere()]);
  const { data } = await StoredForms.get({}).go();
  expect(data).toEqual({ version: 6 });
  await expect(startHere()).resolves.toBeUndefined();
});

it("data that were written before there were versions are of none that is read", async () => {
  const { EmailAddress, startHere } = modules;
  const old = { reseller_uuid: newUuid(), digest: newUuid(), user_uuid: newUuid() };
  await EmailAddress.create(old).go();
  await expect(startHere()).rejects.toThrow("The data are in stored forms of version 0,");
  await EmailAddress.delete(old).go();
});
