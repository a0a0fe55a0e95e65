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

/** Below the 400 KB that DynamoDB takes for an item. */
const LARGEST_BYTES = 300_000;

interface Remembered<Schema extends z.ZodMiniType> {
  key: string;
  schema: Schema;
  find(): Promise<z.infer<Schema>>;
  secondsToKeep: number;
}

/**
 * The stored value of a key. If there is none, it has expired or it does not fit the schema, calls `find` and stores
 * the result, unless that has more than 300 KB.
 */
export async function remember<Schema extends z.ZodMiniType>({
  key,
  schema,
  find,
  secondsToKeep,
}: Remembered<Schema>): Promise<z.infer<Schema>> {
  // A digest, so that keys hold no text of clients.
  const pk = `answer#${createHash("sha256").update(key).digest("hex")}`;
  const { data } = await StoredValue.get({ pk }).go();
  const isCurrent = (data?.expires_epoch ?? 0) > Date.now() / 1000;
  const stored = z.safeParse(schema, isCurrent ? data?.value : undefined);
  if (stored.success) return stored.data;
  const value = await find();
  if (Buffer.byteLength(JSON.stringify(value)) <= LARGEST_BYTES) {
    const expires_epoch = Math.ceil(Date.now() / 1000 + secondsToKeep);
    await StoredValue.put({ pk, value, expires_epoch }).go();
  }
  return value;
}
