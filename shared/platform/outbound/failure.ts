import { isIPv6 } from "node:net";

import type { OutboundFailure } from "../../vocabulary/reasons.ts";

/**
 * Why there is no response. Its message appears in logs, so it has no addresses. `code` is the cause as Node or
 * OpenSSL names it: ENOTFOUND, CERT_HAS_EXPIRED.
 */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;
  readonly url: string;
  readonly code?: string;
  /** When the certificate ended, if that is the cause. */
  readonly expired_at?: string;

  constructor(failure: OutboundFailure, url: string, code?: string, expired_at?: string) {
    super(`${failure}${code ? ` (${code})` : ""}`);
    this.name = "OutboundError";
    this.failure = failure;
    this.url = url;
    if (code) this.code = code;
    if (expired_at) this.expired_at = expired_at;
  }
}

/** Failures caused by the host or the network, by the codes of Node and the system. */
const FAILURES: Record<string, OutboundFailure> = {
  ECONNREFUSED: "refused",
  ECONNRESET: "reset",
  ECONNABORTED: "reset",
  EPIPE: "reset",
  ETIMEDOUT: "timeout",
  EHOSTUNREACH: "unreachable",
  EHOSTDOWN: "unreachable",
  ENETUNREACH: "unreachable",
  ENONET: "unreachable",
  ENOPROTOOPT: "unreachable",
  EPROTO: "tls",
  ERR_STREAM_PREMATURE_CLOSE: "protocol",
};

/** A machine without IPv6 reports these for IPv6 addresses. For IPv4 addresses they are our own fault. */
const WITHOUT_IPV6 = new Set(["EADDRNOTAVAIL", "EAFNOSUPPORT", "ENETDOWN", "EACCES", "EPERM"]);

/** Failures by the first characters of a code: parsers of HTTP and of compressed data, OpenSSL, certificates. */
const FAILURES_BY_START: [start: RegExp, failure: OutboundFailure][] = [
  [/^HPE_(?!CB_|USER|INTERNAL)/, "protocol"],
  [
    /^(Z_(DATA|BUF)_ERROR|Z_NEED_DICT|ERR_(BROTLI_DECODER)?_ERROR_(?!ALLOC)|ZSTD_error_(?!memory))/,
    "protocol",
  ],
  [/^(ERR_SSL_|ERR_OSSL_)(?!.*(MALLOC|MEMORY|INTERNAL))/, "tls"],
  [/^(ERR_TLS_CERT_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|DEPTH_ZERO_|SELF_SIGNED_)/, "tls"],
  [/^(INVALID_|PATH_LENGTH_|HOSTNAME_MISMATCH|UNSPECIFIED)/, "tls"],
];

/**
 * Converts an error to an OutboundError if the host, or the network on the way, can cause it. Rethrows any other
 * error: a fault of ours, such as too many open files, must never count against a website.
 */
export function describeFailure(error: unknown, url: string): OutboundError {
  if (error instanceof OutboundError) return error;
  // Of several addresses, those of IPv4 are tried first.
  const [first] = errorsOf(error).flatMap((one) => failureOf(one) ?? []);
  if (!first) throw error;
  return new OutboundError(first.failure, url, first.code);
}

function errorsOf(error: unknown): unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(errorsOf) : [error];
}

function failureOf(error: unknown): { failure: OutboundFailure; code: string } | undefined {
  const { code = "", address = "" } = (error ?? {}) as { code?: unknown; address?: unknown };
  if (!(error instanceof Error) || typeof code !== "string") return undefined;
  const failure =
    (Object.hasOwn(FAILURES, code) ? FAILURES[code] : undefined) ??
    FAILURES_BY_START.find(([start]) => start.test(code))?.[1] ??
    (WITHOUT_IPV6.has(code) && isIPv6(`${address}`) ? "unreachable" : undefined);
  return failure && { failure, code };
}

/** DNS failures that the domain itself can cause, timeouts included. */
const DNS_ANSWERS = new Set([
  ...["ENOTFOUND", "ENODATA", "ESERVFAIL", "EREFUSED", "ETIMEOUT", "ECANCELLED", "EFORMERR"],
  ...["ENOTIMP", "EBADNAME", "EBADRESP", "ENONAME", "EAI_AGAIN", "EAI_NODATA", "EAI_NONAME"],
]);

/**
 * Converts an answer of the name servers to an OutboundError. Rethrows any other error: that no name server is
 * reachable says nothing about a website.
 */
export function describeDnsFailure(error: unknown, url: string): OutboundError {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== "string" || !DNS_ANSWERS.has(code)) throw error;
  return new OutboundError("dns", url, code);
}

/** Runs `work` with a signal that aborts after `timeoutMs`, or when the caller's signal aborts. */
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
    // After an abort, sockets and streams throw various errors. The abort's reason is the cause.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
