import { toDestination } from "./destination.ts";
import { OutboundError } from "./failure.ts";
import { type HopOptions, type HopRequest, type HopResponse, isOdd, sendHop } from "./hop.ts";
import { isIncomplete, learnIssuers } from "./missingIssuers.ts";

const CERTIFICATE_BYTES = 20_000;

/**
 * Makes one request and reads its answer as browsers do. An answer that Node's strict parser or zlib refuses is
 * requested once more, on a tidied connection of its own; so is one from a server that does not send its
 * issuers' certificates, once these have been fetched.
 */
export async function sendLikeBrowsers(
  hop: HopRequest,
  options: HopOptions,
  { isChainKnown = false } = {},
): Promise<HopResponse> {
  try {
    return await sendHop(hop, options);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    if (isOdd(error, options)) {
      return await sendHop(hop, { ...options, connections: undefined, refusal: error });
    }
    if (isChainKnown || !isIncomplete(error.code)) throw error;
    const { signal } = options;
    const destination = toDestination(hop.url, signal, options);
    await destination.admitAddress();
    signal.throwIfAborted();
    const fetch = (url: string) => fetchCertificate(url, options);
    const isLearned = await learnIssuers(destination, { fetch, signal });
    if (!isLearned) throw error;
    return await sendLikeBrowsers(hop, options, { isChainKnown: true });
  }
}

/** Reads a certificate, within the time of the request that needs it. */
async function fetchCertificate(
  url: string,
  { signal, admit }: HopOptions,
): Promise<Buffer | undefined> {
  const request = { url, method: "GET", headers: {} };
  const options = { maxBytes: CERTIFICATE_BYTES, followed: false, signal, admit };
  const answer = await sendHop(request, options).catch(() => undefined);
  return answer?.status === 200 ? answer.body : undefined;
}
