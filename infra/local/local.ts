import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { allowLocalAddresses } from "../../shared/platform/outbound/index.ts";
import { describeSystemFault } from "../cli/systemFault.ts";
import { Problem } from "../cli/terminal.ts";
import { openDatabase } from "./database.ts";
import { codeOf } from "./dataDir.ts";
import { Functions, setEnvironment } from "./functions.ts";
import { baseUrl, readAddress } from "./http/server.ts";
import { startLambdaEndpoint } from "./lambdaEndpoint.ts";
import type { MessageStore } from "./queues/messageStore.ts";
import { openQueues } from "./queues/sqsEndpoint.ts";
import { openSecrets } from "./secretsEndpoint.ts";
import type { RunningServer } from "./serverLock.ts";
import { startSesEndpoint } from "./sesEndpoint.ts";
import { readStack } from "./stack.ts";
import type { LocalService } from "./synthesis.ts";
import { assertKnownForms, ensureTable } from "./table.ts";

/** The stack on this machine, with its table made and its functions callable. */
interface Local extends LocalService {
  invoke: Functions["invoke"];
  endpoints: Omit<RunningServer, "api">;
  streamArn: string | undefined;
  /** What the queues hold. */
  store: MessageStore;
  /** Logs a failure that will be retried; a fault of the disk ends the service. */
  report(what: string, error: unknown): void;
  /**
   * Resolves with a sentence when the service can't continue: the database has ended, or the disk is
   * full.
   */
  lost: Promise<string>;
  close(): Promise<void>;
}

interface Options {
  /** The directory whose lock this process holds. */
  dataDir: string;
  stack?: Promise<LocalService>;
  progress?: (step: string) => void;
}

/** Opens the database, makes the table where it is missing, and prepares the functions. */
export async function openLocal(options: Options): Promise<Local> {
  const { dataDir, stack = readStack(), progress = () => {} } = options;
  progress("Opening the database");
  const database = await openDatabase(dataDir);
  const ends = new AsyncDisposableStack();
  ends.defer(database.close);
  const close = () => ends.disposeAsync();
  const { promise: unusable, resolve: giveUp } = Promise.withResolvers<string>();
  try {
    progress("Reading the stack, which takes some seconds if the code is new");
    const service = await stack;
    const queues = await openQueues(dataDir, service);
    ends.defer(queues.close);
    const secrets = await openSecrets(dataDir, service.secrets);
    ends.defer(secrets.close);
    const mail = await startSesEndpoint(join(dataDir, "mail"));
    ends.defer(mail.close);
    const functions = new Functions(service.functions);
    const ownNames = Object.fromEntries(functions.names.map((name) => [name, name]));
    const lambda = await startLambdaEndpoint(ownNames, (name, event) =>
      functions.invoke(name, event),
    );
    ends.defer(lambda.close);
    setEnvironment(service.functions, {
      database: database.endpoint,
      api: baseUrl(readAddress()),
      ...{ queues, secrets, mail, lambda },
    });
    allowLocalAddresses();
    progress("Checking the table");
    const streamArn = await prepareTable(service, database.endpoint);
    database.tend();
    progress("Importing the functions");
    await functions.load();
    return {
      ...service,
      streamArn,
      endpoints: { database: database.endpoint, lambda: lambda.url },
      invoke: (name, event) => functions.invoke(name, event),
      store: queues.store,
      report(what, error) {
        const fault = describeSystemFault(error, dataDir);
        if (fault === undefined) console.error(`${what} failed:`, error);
        else giveUp(fault);
      },
      lost: Promise.race([
        unusable,
        database.lost.then(
          (how) => `The database stopped: it ${how}. Start again; no data are lost.`,
        ),
      ]),
      close,
    };
  } catch (error) {
    await close().catch(() => {});
    throw error;
  }
}

async function prepareTable({ table }: LocalService, endpoint: string) {
  const client = new DynamoDBClient({ endpoint });
  try {
    const { streamArn, isNew } = await ensureTable(client, table);
    await assertKnownForms(client, isNew);
    return streamArn;
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ECONNREFUSED" && code !== "ENOTFOUND") throw error;
    throw new Problem(`No DynamoDB answers at ${endpoint} (AWS_ENDPOINT_URL_DYNAMODB).`);
  } finally {
    client.destroy();
  }
}
