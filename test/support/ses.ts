import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";

/** What a test has SES answer: a name of its errors with a status, a cut connection, or nothing. */
type Answer = { status: number; error: string } | "taken, and no answer" | "silence" | "taken";

/** A mail that SES was asked to send, as SendEmail's body. */
// biome-ignore lint/suspicious/noExplicitAny: tests assert whole requests
type Email = any;

/**
 * An SES on this machine, for all tests of a file: the AWS SDK of this process sends to it from now
 * on. A connection is good for one mail: it is gone when Lambda has frozen the function in between, and
 * only the next request finds out. `takenFor` are the mails that it took for an address; `answer` says what it answers next.
 */
export async function startSes() {
  const taken: Email[] = [];
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
    taken.push(email);
    if (answer !== "taken") return request.socket.destroy();
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ MessageId: randomUUID() }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  process.env["AWS_ENDPOINT_URL_SESV2"] =
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    takenFor: (address: string) => taken.filter((email) => addressOf(email) === address),
    /** Resolves when it was first asked for something that it does not answer. */
    silent: silent.promise,
    answer: (address: string, ...answers: Answer[]) => next.set(address, answers),
  };
}

function addressOf({ Destination }: Email): string {
  return Destination.ToAddresses[0];
}
