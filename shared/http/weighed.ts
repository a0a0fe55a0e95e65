import { optionalEnv } from "../env.ts";
import { addWeight } from "../limits/rates.ts";
import { metered } from "../table/units.ts";
import type { ApiHandler } from "./event.ts";

const memoryMb = Number(optionalEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE") ?? 1024);

/** Charges what each request counted by `rateLimit` cost beyond weight 1 to its reseller. */
export function weighed(handler: ApiHandler): ApiHandler {
  return async (event, context) => {
    const bytesIn = Buffer.byteLength(String(event.body ?? ""));
    const startedAt = performance.now();
    const units = { readUnits: 0, writeUnits: 0 };
    const response = await metered(units, () => handler(event, context));
    if (event.counted) {
      const { place, taken } = event.counted;
      const { body = "", isBase64Encoded } = response;
      const bytesOut = Buffer.byteLength(body, isBase64Encoded ? "base64" : "utf8");
      const seconds = (performance.now() - startedAt) / 1000;
      const usage = { ...units, seconds, memoryMb, bytesIn, bytesOut };
      const { http, timeEpoch: now } = event.requestContext;
      await addWeight(place, { usage, method: http.method, now, taken });
    }
    return response;
  };
}
