import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { allowLocalAddresses } from "../../shared/platform/outbound/destination.ts";
import { Problem } from "../cli/terminal.ts";
import { openDatabase } from "./database.ts";
import { unusable } from "./dataDir.ts";
import { type Invoke, importHandler, invoker, setEnvironment } from "./functions.ts";
import { baseUrl, readAddress } from "./http/server.ts";
import { startLambdaEndpoint } from "./lambdaEndpoint.ts";
import type { MessageStore } from "./queues/messageStore.ts";
import { openQueues } from "./queues/sqsEndpoint.ts";
import { openSecrets } from "./secretsEndpoint.ts";
import type { RunningServer } from "./serverLock.ts";
import { startSesEndpoint } from "./sesEndpoint.ts";
import { readStack } from "./stack.ts";
import { tendStreamRecords } from "./streams/checkpoints.ts";
import type { LocalService } from "./synthesis.ts";
import { prepareTable } from "./table.ts";

/** The stack on this machine, with its table made and its functions callable. */
interface Local extends LocalService {
  invoke: Invoke;
  endpoints: Omit<RunningServer, "api">;
  streamArn: string | undefined;
  /** What the queues hold. */
  store: MessageStore;
  /** Logs a failure that will be retried, unless the disk is at fault. */
  report(what: string, error: unknown): void;
  /** Resolves with a sentence when the database has ended by itself, or the disk is at fault. */
  lost: Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the database of a DATA_DIR whose lock this process holds, makes the table where it is missing, and prepares
 * the functions. AWS_ENDPOINT_URL_DYNAMODB replaces the embedded database.
 */
export async function openLocal(dataDir: string, stack = readStack()): Promise<Local> {
  const ends = new AsyncDisposableStack();
  const close = () => ends.disposeAsync();
  const open = <Part extends { close(): Promise<void> }>(part: Part): Part => {
    ends.defer(() => part.close());
    return part;
  };
  try {
    const file = join(dataDir, "dynamodb.sqlite");
    const foreign = process.env["AWS_ENDPOINT_URL_DYNAMODB"];
    const own = foreign ? undefined : open(await openDatabase(file));
    const database = own?.endpoint ?? foreign ?? "";
    const service = await stack;
    const queues = open(await openQueues(dataDir, service));
    const secrets = open(await openSecrets(dataDir, service.secrets));
    const mail = open(await startSesEndpoint(join(dataDir, "mail")));
    const invoke = invoker(service.functions);
    const lambda = open(await startLambdaEndpoint(invoke));
    const api = baseUrl(readAddress());
    setEnvironment(service.functions, { database, api, queues, secrets, mail, lambda });
    allowLocalAddresses();
    const client = new DynamoDBClient();
    const streamArn = await prepareTable(client, service.table).catch((error: unknown) => {
      if (own || error instanceof Problem) throw unusable(file, error);
      throw new Problem(
        `No DynamoDB answers at ${foreign}: start it, or leave out AWS_ENDPOINT_URL_DYNAMODB.`,
      );
    });
    client.destroy();
    if (own) tendStreamRecords(dataDir, file);
    // At once, so that errors show at the start and no first call is slow.
    await Promise.all(service.functions.map(importHandler));
    const { promise: diskFault, resolve: endFor } = Promise.withResolvers<string>();
    return {
      ...service,
      streamArn,
      endpoints: { database, lambda: lambda.url },
      invoke,
      store: queues.store,
      report(what, error) {
        if (isOfDisk(error, dataDir)) endFor(unusable(dataDir, error).message);
        else console.error(`${what} failed:`, error);
      },
      lost: Promise.race([
        diskFault,
        own?.ended.then(
          (how) => `The database stopped: it ${how}. Start again; no data are lost.`,
        ) ?? diskFault,
      ]),
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

/** Whether the disk is full, read-only or broken, or DATA_DIR was removed: whatever is done now would be lost. */
function isOfDisk(error: unknown, dataDir: string): boolean {
  const said = String(error);
  const isGone = said.includes("ENOENT") && said.includes(dataDir);
  return isGone || /\b(?:ENOSPC|EDQUOT|EROFS|EIO)\b|disk is full/.test(said);
}
