import type { ApiError, Result } from "reseller-website-monitoring-client";

/** What `npm run console` answers beside the API: records and queues of all resellers, to read only. */
export interface Operators {
  ask<Data>(path: string, signal?: AbortSignal): Promise<Result<Data>>;
  /** Opens a place in the console of another reseller. */
  enter(reseller_uuid: string, path: string): void;
}

/** A record as operators find it. */
export interface Line {
  kind: string;
  uuid: string;
  name: string;
  reseller: string;
}

/** For a pass of `npm run console`, which no API key looks like: the token, a point, a reseller's uuid. */
export function operatorsOf(
  pass: string,
  open: (pass: string, path: string) => void,
): Operators | undefined {
  const [token, uuid] = pass.split(".");
  if (!uuid) return undefined;
  return {
    async ask<Data>(path: string, signal?: AbortSignal): Promise<Result<Data>> {
      try {
        const response = await fetch(`operators/${path}`, {
          headers: { "api-key": pass },
          ...(signal && { signal }),
        });
        const body = await response.json();
        if (response.ok) return { data: body as Data };
        const kind = response.status === 401 ? "unauthorized" : "bad_request";
        return { error: { ...NOTHING_MORE, kind, message: body.message, status: response.status } };
      } catch (cause) {
        const message = String(cause);
        return { error: { ...NOTHING_MORE, kind: "network", cause, message, status: undefined } };
      }
    },
    enter: (reseller_uuid, path) => open(`${token}.${reseller_uuid}`, path),
  };
}

const NOTHING_MORE = {
  ...{ requestId: undefined, retryAfterMs: undefined, mayHaveBeenDone: false, attempts: 1 },
} satisfies Partial<ApiError>;
