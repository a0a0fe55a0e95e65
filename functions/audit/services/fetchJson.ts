import * as z from "zod/mini";
import {
  decodeText,
  type OutboundOptions,
  outboundRequest,
} from "../../../shared/outbound/index.ts";

/** Another service answered with something else than what was asked for. */
export class UnexpectedAnswer extends Error {
  readonly status: number;

  constructor(service: string, status: number) {
    super(`${service} answered ${status}`);
    this.status = status;
  }
}

interface JsonRequest<Schema extends z.ZodMiniType>
  extends Pick<OutboundOptions, "headers" | "maxRedirects" | "signal"> {
  /** Who is asked, for messages: its URL may hold what no log should. */
  service: string;
  schema: Schema;
  timeoutMs?: number;
  maxBytes?: number;
}

/** JSON of another service; throws UnexpectedAnswer, OutboundError, or what the schema says. */
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
