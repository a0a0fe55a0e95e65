import { OutboundError } from "../../../../shared/platform/outbound/failure.ts";

/** How a request failed, as `failure` or `failure CODE`; fails when it did not, or with anything else. */
export async function failureOf(request: Promise<unknown>): Promise<string> {
  const error = await request.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof OutboundError)) throw new Error(`No OutboundError but ${error}`);
  return error.code ? `${error.failure} ${error.code}` : error.failure;
}
