import type { MonitorRecord } from "../../shared/entities/monitor.ts";
import { type Exchange, inspectTls } from "../../shared/platform/outbound/index.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { probeTraced, probeWebsite } from "../../shared/uptime/probeWebsite.ts";

const MOST_LINES = 40;
const MOST_CHARACTERS = 300;
const TLS_TIMEOUT_MS = 5_000;

/**
 * Probes a website now, as the uptime worker does, and tells what was sent and what came back: each request with
 * its redirects and cookies, and the certificates of the hosts. Nothing is recorded.
 */
export async function explainProbe({ target: { hostname, url } }: MonitorRecord) {
  const exchanges: Exchange[] = [];
  const trace = (exchange: Exchange) => void exchanges.push(exchange);
  const probe = await probeWebsite(hostname, url, probeTraced(trace));
  const { verdict, outcome, duration: duration_ms, isSecondAttempt } = probe;
  const origins = new Set(
    exchanges.flatMap(({ url }) => (url.startsWith("https:") ? new URL(url).origin : [])),
  );
  // The first and the last host of a chain of redirects.
  const hosts = [...origins].filter((_, index, all) => index === 0 || index === all.length - 1);
  return {
    ...{ verdict, outcome, duration_ms },
    first_try_failed: isSecondAttempt,
    requests: exchanges.map(presentExchange),
    tls: await Promise.all(hosts.map(explainTls)),
  };
}

function presentExchange({ url, address, sent, received, body }: Exchange) {
  const [head = "", rest = ""] = received.split(/\r?\n\r?\n/, 2);
  // What the parser refused, or did not read, is shown as it arrived.
  const begin = body.length > 0 ? body.subarray(0, MOST_CHARACTERS).toString() : rest;
  return {
    ...{ url: url.slice(0, MOST_CHARACTERS), address },
    sent: lines(sent),
    received: received === "" ? null : lines(head.split(/\r?\n/)),
    body_begins: begin === "" ? null : begin.slice(0, MOST_CHARACTERS),
  };
}

/** A record for each line, so that tables show them one below the other. */
function lines(texts: string[]) {
  return texts.slice(0, MOST_LINES).map((line) => ({ line: line.slice(0, MOST_CHARACTERS) }));
}

/** What is known of the certificate of an origin. */
async function explainTls(origin: string) {
  const { hostname, port } = new URL(origin);
  const inspected = await inspectTls(hostname, {
    ...(port !== "" && { port: Number(port) }),
    timeoutMs: TLS_TIMEOUT_MS,
  });
  return {
    origin,
    handshake: inspected.handshake,
    failure: inspected.failure ?? null,
    is_trusted: inspected.authorized,
    is_for_this_host: inspected.hostnameMatches,
    is_incomplete: inspected.isIncomplete ?? false,
    certificates: inspected.chain.map(({ subject, issuer, valid_from, valid_to }) => ({
      ...{ subject, issuer },
      ...{ valid_from: timestamp(valid_from), valid_to: timestamp(valid_to) },
    })),
  };
}
