import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { ApiResponse } from "./payload.ts";

const PATH = "/console/key";
const OWN_ADDRESSES = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];
const TOKEN_BYTES = 16;

type Answer = (request: IncomingMessage) => Promise<ApiResponse>;

/** What signs the console of this machine in. */
interface SignIn {
  /** What `npm start` prints as part of the console's address: browsers send no fragment to a server. */
  token: string;
  /** The key, once there is one. */
  key?: string;
}

export const newSignIn = (): SignIn => ({
  token: randomBytes(TOKEN_BYTES).toString("base64url"),
});

/**
 * Gives the key to the console that was opened with this start's token, on this machine only. A web
 * page elsewhere can't send the token's header, and knows no token. Everything else goes to `answer`.
 */
export function withSignIn(signIn: SignIn, answer: Answer): Answer {
  return async (request) => {
    const { method, url, headers, socket } = request;
    const isOwn = OWN_ADDRESSES.includes(socket.remoteAddress ?? "");
    const isAsked = method === "GET" && url === PATH && isOwn;
    if (!isAsked || !signIn.key || !isEqual(headers["console-token"], signIn.token))
      return answer(request);
    return {
      status: 200,
      headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
      body: Buffer.from(signIn.key),
    };
  };
}

function isEqual(header: string | string[] | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(String(header)), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
