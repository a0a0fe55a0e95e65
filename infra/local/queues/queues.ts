import { join } from "node:path";
import { MessageStore } from "./messageStore.ts";
import { type SqsEndpoint, startSqsEndpoint } from "./sqsEndpoint.ts";

/** The queues of a DATA_DIR: what they hold, and where the AWS SDK sends to. */
export interface Queues {
  store: MessageStore;
  endpoint: SqsEndpoint;
  close(): Promise<void>;
}

export async function openQueues(dataDir: string): Promise<Queues> {
  const store = new MessageStore(join(dataDir, "queues.sqlite"));
  const endpoint = await startSqsEndpoint(store);
  return {
    store,
    endpoint,
    async close() {
      await endpoint.close();
      store.close();
    },
  };
}
