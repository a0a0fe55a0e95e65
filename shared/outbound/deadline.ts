import { OutboundError } from "./failure.ts";

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
    // What an abort makes of sockets and streams is not worth telling apart.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
