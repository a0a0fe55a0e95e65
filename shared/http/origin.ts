import type { ApiEvent } from "./event.ts";

/** Scheme and host that a request was sent to: `https://api.example.com`. */
export function originOf({ headers, requestContext }: ApiEvent): string {
  const scheme = headers["x-forwarded-proto"] === "http" ? "http" : "https";
  return `${scheme}://${requestContext.domainName}`;
}
