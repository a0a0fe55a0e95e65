import type { MonitorRecord } from "../../shared/entities/monitor.ts";
import type { Exchange } from "../../shared/platform/outbound/hop.ts";
import { probeTraced, probeWebsite } from "../../shared/uptime/probeWebsite.ts";

const MOST_LINES = 40;
const MOST_CHARACTERS = 300;

/**
 * Probes a website now, as the uptime worker does, and shows what was sent and what came back: each request with its
 * redirects and cookies. Nothing is recorded.
 */
export async function explainProbe({ target: { hostname, url } }: MonitorRecord) {
  const exchanges: Exchange[] = [];
  const trace = (exchange: Exchange) => void exchanges.push(exchange);
  const probe = await probeWebsite(hostname, url, probeTraced(trace));
  const { verdict, outcome, duration: duration_ms, isSecondAttempt: first_try_failed } = probe;
  const requests = exchanges.map(presentExchange);
  return { verdict, outcome, duration_ms, first_try_failed, requests };
}

function presentExchange({ url, address, sent, received, body }: Exchange) {
  const [head = "", rest = ""] = received.split(/\r?\n\r?\n/, 2);
  // What the parser refused, or did not read, is shown as it arrived.
  const begin = body.length > 0 ? body.toString() : rest;
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
