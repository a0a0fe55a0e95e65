import * as z from "zod/mini";
import { clientSettings } from "../../../shared/awsClient.ts";
import { fetchJson } from "./answers.ts";

/** A service that measures the speed of a page. */
export interface SpeedSource {
  /** Lighthouse's performance score for phones, 0 to 100. Throws if it could not be measured. */
  measure(url: string): Promise<number>;
}

const answer = z.object({
  lighthouseResult: z.object({
    runtimeError: z.optional(z.object({ code: z.string() })),
    categories: z.object({
      performance: z.object({ score: z.number().check(z.minimum(0), z.maximum(1)) }),
    }),
  }),
});

interface PageSpeedInsights {
  /** A key of Google Cloud that is restricted to the PageSpeed Insights API. */
  key: string;
  baseUrl?: string;
  timeoutMs?: number;
}

/**
 * Google's PageSpeed Insights API, version 5. The key is sent as a header, which appears in no log line or
 * error message, and redirects are not followed.
 */
export function pageSpeedInsights({
  key,
  baseUrl = "https://www.googleapis.com",
  timeoutMs = 60_000,
}: PageSpeedInsights): SpeedSource {
  return {
    async measure(url) {
      const request = new URL("/pagespeedonline/v5/runPagespeed", baseUrl);
      request.searchParams.set("url", url);
      request.searchParams.set("strategy", "mobile");
      request.searchParams.set("category", "performance");
      // Without this the answer holds screenshots.
      request.searchParams.set(
        "fields",
        "lighthouseResult(runtimeError/code,categories/performance/score)",
      );
      const { lighthouseResult } = await fetchJson(request, {
        service: "PageSpeed Insights",
        schema: answer,
        headers: { "x-goog-api-key": key },
        timeoutMs,
        maxRedirects: 0,
      });
      const { runtimeError, categories } = lighthouseResult;
      if (runtimeError && runtimeError.code !== "NO_ERROR")
        throw new Error(`Lighthouse could not load the page: ${runtimeError.code}`);
      return Math.round(categories.performance.score * 100);
    },
  };
}

interface SpeedBySecret extends Omit<PageSpeedInsights, "key"> {
  /** The secret whose text is the key. */
  secretArn: string;
}

/** The same with a key from Secrets Manager, read once. `measure` throws if the secret can't be read. */
export function pageSpeedBySecret({ secretArn, ...options }: SpeedBySecret): SpeedSource {
  let key: string | undefined;
  return {
    async measure(url) {
      key ??= await readSecret(secretArn);
      return await pageSpeedInsights({ key, ...options }).measure(url);
    },
  };
}

/** The text of a secret of Secrets Manager; throws if it has none. The client is loaded on demand. */
async function readSecret(arn: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import(
    "@aws-sdk/client-secrets-manager"
  );
  const client = new SecretsManagerClient(clientSettings);
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (!SecretString) throw new Error(`The secret ${arn} has no text`);
    return SecretString;
  } finally {
    client.destroy();
  }
}
