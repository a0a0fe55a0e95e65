import { type DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { Problem } from "../../terminal.ts";
import { TABLE_NAME } from "./table.ts";

/**
 * Throws a Problem when the data were written by another release in a form that this one can't read.
 * Needs the functions' environment.
 */
export async function assertKnownData(client: DynamoDBClient, TableName = TABLE_NAME) {
  const { assertKnownForms, OtherForms } = await import("../../../shared/table/storedForms.ts");
  try {
    await assertKnownForms(async () => {
      const { Count } = await client.send(new ScanCommand({ TableName, Limit: 1 }));
      return Count === 0;
    });
  } catch (error) {
    if (!(error instanceof OtherForms)) throw error;
    throw new Problem(`${error.message} Or begin anew: "npm run reset", or another DATA_DIR.`);
  }
}
