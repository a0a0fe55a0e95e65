import { openDatabase } from "../../../infra/local/database/database.ts";
import { runMain } from "../../../infra/terminal.ts";

// Opens the database in a directory, prints where it is, and closes it when its input ends.
runMain(async () => {
  const database = await openDatabase({ dataDir: process.argv[2] ?? "" });
  console.log(database.endpoint);
  for await (const _ of process.stdin);
  await database.close();
});
