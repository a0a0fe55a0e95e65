import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { styleText } from "node:util";
import type { Clock } from "../../../shared/time.ts";
import { escapeForTerminal } from "../../escapeForTerminal.ts";
import type { ApiResponse } from "../http/payload.ts";
import type { createSignatureCheck, Verdict } from "./signature.ts";

/** Number of events whose attempts are counted. */
const REMEMBERED = 10_000;

interface ReceiverOptions {
  /** The status that it answers, after `delaySeconds`. */
  status: number;
  delaySeconds: number;
  showBody: boolean;
  check: ReturnType<typeof createSignatureCheck>;
  clock: Clock;
  print: (line: string) => void;
}

/** A webhook's endpoint that prints a line for each delivery as it arrives. */
export function createReceiver(options: ReceiverOptions) {
  const { check, clock, print, status, delaySeconds, showBody } = options;
  const countAttempt = createCounter();
  return async (request: IncomingMessage): Promise<ApiResponse> => {
    const body = (await buffer(request)).toString();
    const time = new Date(clock.now()).toTimeString().slice(0, 8);
    if (request.method !== "POST") {
      print(
        `${time}  ${request.method} ${printable(request.url)}: not a delivery, which would be a POST`,
      );
      return respond(405);
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const id = headers["webhook-id"];
    const parts = [
      time,
      printable(typeOf(body)).padEnd(19),
      printable(id),
      describe(await check({ headers, body })),
      id === undefined ? "" : describeAttempt(countAttempt(id)),
      `answers ${status}${delaySeconds > 0 ? ` in ${delaySeconds} s` : ""}`,
    ];
    print(parts.filter((part) => part !== "").join("  "));
    if (showBody) print(printable(body));
    if (delaySeconds > 0) await clock.sleep(delaySeconds * 1000);
    return respond(status);
  };
}

function createCounter() {
  const counts = new Map<string, number>();
  return (id: string): number => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const [oldest] = counts.keys();
    if (counts.size > REMEMBERED && oldest !== undefined) counts.delete(oldest);
    return count;
  };
}

function typeOf(body: string): string {
  try {
    return String(JSON.parse(body)?.type ?? "-");
  } catch {
    return "not JSON";
  }
}

function describe(verdict: Verdict): string {
  const stream = { stream: process.stdout };
  if (verdict.kind === "holds") return styleText("green", "signature holds", stream);
  const reason = printable(verdict.reason);
  return verdict.kind === "wrong"
    ? styleText("red", `SIGNATURE WRONG (${reason})`, stream)
    : styleText("yellow", `signature not checked (${reason})`, stream);
}

function describeAttempt(count: number): string {
  return count === 1 ? "attempt 1" : `attempt ${count} (a repeat)`;
}

function printable(text = "-"): string {
  return escapeForTerminal(text);
}

function respond(status: number): ApiResponse {
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return { status, headers, cookies: [], body: Buffer.from(`${status}\n`) };
}
