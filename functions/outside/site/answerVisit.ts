import type { LambdaFunctionURLEvent } from "aws-lambda";
import { Webhook } from "standardwebhooks";
import { describeError, log } from "../../../shared/log.ts";
import type { Clock } from "../../../shared/time.ts";
import { noteArrival } from "../arrivals.ts";
import { asker } from "../request.ts";
import { readSecret } from "../webhook.ts";

const KEPT_MS = 60_000;

interface SiteTools {
  apiUrl: string;
  readKey(): Promise<string>;
  clock: Pick<Clock, "now">;
}

/**
 * Answers as the control websites, `/up`, `/down` and `/passing`, and as the endpoint of the webhook, which
 * takes nothing but what the service has signed.
 */
export function siteHandler({ apiUrl, readKey, clock }: SiteTools) {
  let known: { secret: Promise<string>; until: number } | undefined;

  /** At most a minute old, so that strangers can't make it ask the API again and again. */
  function secretOf(endpoint: string): Promise<string> {
    if (known && known.until > clock.now()) return known.secret;
    const secret = readKey().then((key) => readSecret(asker(apiUrl, key), endpoint));
    const kept = { secret, until: clock.now() + KEPT_MS };
    known = kept;
    secret.catch(() => {
      if (known === kept) known = undefined;
    });
    return secret;
  }

  async function receive({ requestContext, ...event }: LambdaFunctionURLEvent) {
    const { headers, body = "", isBase64Encoded } = event;
    const content = Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
    const endpoint = `${headers["x-forwarded-proto"]}://${requestContext.domainName}/webhook`;
    try {
      const secret = await secretOf(endpoint);
      new Webhook(secret).verify(content, headers as Record<string, string>);
    } catch (error) {
      log("warn", "a webhook was refused", describeError(error));
      return { statusCode: 401 };
    }
    await noteArrival("webhook", clock.now());
    return { statusCode: 204 };
  }

  return async (event: LambdaFunctionURLEvent) => {
    switch (event.rawPath) {
      case "/up":
        await noteArrival("probe", clock.now());
        return { statusCode: 200, body: "up" };
      case "/passing":
        return { statusCode: 200, body: "up" };
      case "/down":
        return { statusCode: 500, body: "down" };
      case "/webhook":
        return await receive(event);
      default:
        return { statusCode: 404 };
    }
  };
}
