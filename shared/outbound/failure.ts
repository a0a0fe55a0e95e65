export type OutboundFailure =
  | "invalid-url"
  | "blocked"
  | "dns"
  | "refused"
  | "unreachable"
  /** The host has no IPv4 address, and Lambda outside a VPC has no IPv6. */
  | "ipv6-only"
  | "reset"
  | "timeout"
  | "tls"
  | "redirect-loop"
  | "too-many-redirects"
  | "protocol";

/** Why there is no response. `code` is Node's or OpenSSL's name of the cause: ENOTFOUND, CERT_HAS_EXPIRED. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;
  readonly url: string;
  readonly code?: string;

  constructor(failure: OutboundFailure, url: string, code?: string) {
    super(`${url}: ${failure}${code ? ` (${code})` : ""}`);
    this.name = "OutboundError";
    this.failure = failure;
    this.url = url;
    if (code) this.code = code;
  }
}

const FAILURES: Record<string, OutboundFailure> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  EPIPE: "reset",
  ETIMEDOUT: "timeout",
  EHOSTUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENETUNREACH: "unreachable",
  ENETDOWN: "unreachable",
  EADDRNOTAVAIL: "unreachable",
  EAFNOSUPPORT: "unreachable",
  EACCES: "unreachable",
  EPERM: "unreachable",
};

/** Order of the failures of connections to several addresses: the most telling one comes first. */
const BY_WEIGHT: OutboundFailure[] = ["refused", "reset", "timeout", "unreachable"];

/** Makes an OutboundError of any error of a request. An unknown one in a TLS handshake is a `tls` failure. */
export function describeFailure(error: unknown, url: string, inHandshake: boolean): OutboundError {
  if (error instanceof OutboundError) return error;
  const codes = codesOf(error);
  const known = BY_WEIGHT.flatMap((failure) => codes.filter((code) => FAILURES[code] === failure));
  const code = known[0] ?? codes[0];
  const failure = code === undefined ? undefined : FAILURES[code];
  return new OutboundError(failure ?? (inHandshake ? "tls" : "protocol"), url, code);
}

function codesOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(codesOf);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? [code] : [];
}

/** Runs `work` with a signal that ends it after `timeoutMs`, or when the caller's own signal does. */
export async function withDeadline<Result>(
  { url, timeoutMs, signal }: { url: string; timeoutMs: number; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OutboundError("timeout", url)), timeoutMs);
  const abort = () => controller.abort(new OutboundError("timeout", url, "ABORT_ERR"));
  signal?.addEventListener("abort", abort);
  if (signal?.aborted) abort();
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal);
  } catch (error) {
    // After an abort, sockets and streams throw errors of many kinds; its reason is the cause.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
