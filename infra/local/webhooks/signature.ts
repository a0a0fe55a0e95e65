import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import * as z from "zod/mini";
import { Problem } from "../../terminal.ts";
import { findServer } from "../address.ts";
import { readIfThere } from "../dataDir.ts";
import { ask } from "../http/loopback.ts";

const PATIENCE_MS = 5000;
const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

const webhookList = z.object({
  data: z.array(z.object({ uuid: z.string(), endpoint: z.string() })),
});
const webhookSecret = z.object({ data: z.object({ secret: z.string() }) });

/** A delivery as received: header names in lower case, the body unparsed. */
interface ReceivedDelivery {
  headers: Record<string, string>;
  body: string;
}

/** Whether a delivery's signature is valid, with the reason if it is wrong or can't be checked. */
export type Verdict =
  | { kind: "holds" }
  | { kind: "wrong"; reason: string }
  | { kind: "unchecked"; reason: string };

/**
 * Checks signatures with the `standardwebhooks` package. Secrets are looked up again when the known
 * ones don't match, because a webhook may be new. `findSecrets` throws a Problem if it finds none.
 */
export function createSignatureCheck(findSecrets: () => Promise<string[]>) {
  let known: string[] = [];
  return async (delivery: ReceivedDelivery): Promise<Verdict> => {
    if (known.some((secret) => findFault(secret, delivery) === undefined)) return { kind: "holds" };
    try {
      known = await findSecrets();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { kind: "unchecked", reason: error.message };
    }
    const faults = known.map((secret) => findFault(secret, delivery));
    const [reason] = faults;
    if (faults.includes(undefined) || reason === undefined) return { kind: "holds" };
    return { kind: "wrong", reason };
  };
}

/** The reason why a signature is not valid for this secret; undefined if it is. */
function findFault(secret: string, { headers, body }: ReceivedDelivery): string | undefined {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Throws a Problem unless this is a secret as the API shows it. */
export function assertSecret(secret: string, problem: Problem) {
  try {
    new Webhook(secret);
  } catch {
    throw problem;
  }
}

/** The demo reseller's API key, or undefined before the first start. */
export function readDemoKey(dataDir: string): string | undefined {
  return readIfThere(join(dataDir, "demo-key"))?.trim() || undefined;
}

/**
 * Asks the service that runs on DATA_DIR for the secrets of the demo reseller's webhooks that lead to a port of this machine;
 * throws a Problem that says why there is none.
 */
export async function fetchSecrets({ dataDir, port }: { dataDir: string; port: number }) {
  const [api, key] = [findServer(dataDir), readDemoKey(dataDir)];
  if (api === undefined || key === undefined) {
    throw new Problem(`no service runs on ${dataDir}: run "npm start" first, or use --secret`);
  }
  const { data } = webhookList.parse(await get(`${api}/v1/webhooks`, key));
  const webhooks = data.filter(({ endpoint }) => leadsTo(endpoint, port));
  if (webhooks.length === 0) {
    throw new Problem(`no webhook of the demo reseller has the endpoint http://localhost:${port}`);
  }
  return await Promise.all(
    webhooks.map(async ({ uuid }) => {
      const answer = await get(`${api}/v1/webhooks/${uuid}/secret`, key);
      return webhookSecret.parse(answer).data.secret;
    }),
  );
}

async function get(url: string, key: string): Promise<unknown> {
  const asked = ask(url, { headers: { "api-key": key }, timeoutMs: PATIENCE_MS });
  const { status, body } = await asked.catch(() => {
    throw new Problem(`${url} does not answer`);
  });
  if (status !== 200) throw new Problem(`${url} answered ${status}`);
  return JSON.parse(body);
}

function leadsTo(endpoint: string, port: number): boolean {
  const url = URL.parse(endpoint);
  return url !== null && LOOPBACK.includes(url.hostname) && Number(url.port || 80) === port;
}
