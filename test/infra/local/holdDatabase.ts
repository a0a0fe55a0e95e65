import { join } from "node:path";
import { runMain } from "../../../infra/cli/terminal.ts";
import { openDatabase } from "../../../infra/local/database.ts";
import { lockDataDir, noteServer } from "../../../infra/local/serverLock.ts";

// Holds a directory as a server does, until it is killed.
runMain(async () => {
  const dataDir = process.argv[2] ?? "";
  const release = lockDataDir(dataDir);
  const { endpoint: database } = await openDatabase(join(dataDir, "dynamodb.sqlite"));
  noteServer(dataDir, { api: "", lambda: "", database });
  for await (const _ of process.stdin);
  release();
});
