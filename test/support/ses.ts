import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";

/** How SES answers: with an error, by breaking the connection, or not at all. */
type Answer =
  | { status: number; error: string }
  | "taken, and no answer"
  | "taken, and silence"
  | "silence"
  | "taken";

/** The body of a SendEmail request. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert whole requests
type Email = any;

/**
 * Starts an SES on loopback for all tests of a file and points the AWS SDK to it. Each connection serves
 * one mail: on Lambda, the connection of a frozen function is gone when it resumes, and only the next
 * request notices. `takenFor` returns the mails taken for an address; `answer` sets the next answers.
 */
export async function startSes() {
  const sent: Email[] = [];
  const next = new Map<string, Answer[]>();
  const silent = Promise.withResolvers<void>();
  const used = new WeakSet<Socket>();
  const server = createServer(async (request, response) => {
    if (used.has(request.socket)) return request.socket.destroy();
    used.add(request.socket);
    const email = JSON.parse(await text(request));
    const answer = next.get(addressOf(email))?.shift() ?? "taken";
    if (typeof answer === "object") {
      const headers = { "content-type": "application/json", "x-amzn-errortype": answer.error };
      return response.writeHead(answer.status, headers).end('{"message":"No"}');
    }
    if (answer === "silence") return silent.resolve();
    sent.push(email);
    if (answer === "taken, and silence") return silent.resolve();
    if (answer !== "taken") return request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ MessageId: randomUUID() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  process.env["AWS_ENDPOINT_URL_SESV2"] =
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    takenFor: (address: string) => sent.filter((email) => addressOf(email) === address),
    /** Resolves at the first request that is not answered. */
    silent: silent.promise,
    answer: (address: string, ...answers: Answer[]) => next.set(address, answers),
  };
}

function addressOf({ Destination }: Email): string {
  return Destination.ToAddresses[0];
}
