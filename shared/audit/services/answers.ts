import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { StoredValue } from "../../entities/storedValue.ts";
import { decodeText } from "../../platform/outbound/decodeText.ts";
import { type OutboundOptions, outboundRequest } from "../../platform/outbound/request.ts";

/** An external service did not answer with status 200 and a complete body. */
export class UnexpectedAnswer extends Error {
  readonly status: number;

  constructor(service: string, status: number) {
    super(`${service} answered ${status}`);
    this.status = status;
  }
}

interface JsonRequest<Schema extends z.ZodMiniType>
  extends Pick<OutboundOptions, "headers" | "maxRedirects" | "signal"> {
  /** The service's name in messages. Its URL may have secrets. */
  service: string;
  schema: Schema;
  timeoutMs?: number;
  maxBytes?: number;
}

/** Fetches JSON from an external service. Throws UnexpectedAnswer, OutboundError or the schema's error. */
export async function fetchJson<Schema extends z.ZodMiniType>(
  url: URL,
  { service, schema, headers, ...limits }: JsonRequest<Schema>,
): Promise<z.infer<Schema>> {
  const response = await outboundRequest(url.href, {
    timeoutMs: 15_000,
    maxBytes: 2_000_000,
    ...limits,
    headers: { accept: "application/json", ...headers },
  });
  if (response.status !== 200 || response.truncated)
    throw new UnexpectedAnswer(service, response.status);
  return z.parse(schema, JSON.parse(decodeText(response)));
}

/** Keeps JSON values until they expire. */
export interface Cache {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
}

/** Below the 400 KB that DynamoDB takes for an item. */
const LARGEST_BYTES = 300_000;

/** The cache that all functions share. A value of more than 300 KB is not kept. */
export const tableCache: Cache = {
  async get(key) {
    const { data } = await StoredValue.get({ pk: pkOf(key) }).go();
    return (data?.expires_epoch ?? 0) > Date.now() / 1000 ? data?.value : undefined;
  },
  async set(key, value, seconds) {
    if (Buffer.byteLength(JSON.stringify(value)) > LARGEST_BYTES) return;
    const expires_epoch = Math.ceil(Date.now() / 1000 + seconds);
    await StoredValue.put({ pk: pkOf(key), value, expires_epoch }).go();
  },
};

/** A digest, so that keys hold no text of clients. */
function pkOf(key: string): string {
  return `answer#${createHash("sha256").update(key).digest("hex")}`;
}

interface Remembered<Schema extends z.ZodMiniType> {
  key: string;
  schema: Schema;
  find(): Promise<z.infer<Schema>>;
  secondsToKeep: number;
}

/** The cached value. If there is none, calls `find` and caches its result. */
export async function remember<Schema extends z.ZodMiniType>(
  cache: Cache,
  { key, schema, find, secondsToKeep }: Remembered<Schema>,
): Promise<z.infer<Schema>> {
  const cached = z.safeParse(schema, await cache.get(key));
  if (cached.success) return cached.data;
  const value = await find();
  await cache.set(key, value, secondsToKeep);
  return value;
}
