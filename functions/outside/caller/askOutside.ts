import { log } from "../../../shared/log.ts";
import { putMetrics } from "../../../shared/metrics.ts";
import type { Clock } from "../../../shared/time.ts";
import { lastArrival } from "../arrivals.ts";
import { asker } from "../request.ts";
import { createWebsite, openSandbox, type Website } from "./sandbox.ts";

/** A website is probed each minute. The last round is enqueued a minute ahead, so less time is left to notice. */
const PROBE_SECONDS = 100;
/** A new control website is judged after this time: its downtime has to be confirmed a minute later. */
const SETTLED_SECONDS = 240;

interface CallerTools {
  apiUrl: string;
  siteUrl: string;
  readKey(): Promise<string>;
  clock: Pick<Clock, "now">;
}

/**
 * Does each minute what a reseller does, and writes for each of three questions whether the answer was
 * wrong (1) or right (0): are requests served, do webhooks arrive, are websites checked. The later two are
 * asked only if requests are served, so that one fault raises one alarm.
 */
export function callerHandler({ apiUrl, siteUrl, readKey, clock }: CallerTools) {
  return async () => {
    const request = async () => {
      const ask = asker(apiUrl, await readKey());
      const { business, up, down, passing } = await openSandbox(ask, siteUrl);
      for (const { uuid } of passing) await ask(`DELETE /v1/websites/${uuid}`);
      await createWebsite(ask, business, `${siteUrl}/passing`);
      return { up, down, passing };
    };
    const found = await request().catch((error: unknown) => String(error));
    if (typeof found === "string") return report({ Requests: found });
    const now = clock.now();
    const webhook = await lastArrival("webhook");
    const probe = await lastArrival("probe");
    report({
      Requests: "",
      Webhooks: judgeWebhooks(found.passing, webhook),
      Websites: judgeWebsites(found, { now, probe }),
    });
  };
}

/** What is wrong with the webhook of the website that was created a minute ago; "" if nothing is. */
function judgeWebhooks(passing: Website[], arrivedAt: number): string {
  const created = passing.map(({ created_at }) => created_at).toSorted();
  const [last] = created.slice(-1);
  if (last === undefined || arrivedAt >= Date.parse(last)) return "";
  return `no webhook has arrived since ${last}`;
}

/** What is wrong with the two control websites; "" if nothing is, or if they are new. */
function judgeWebsites(
  { up, down }: { up: Website; down: Website },
  { now, probe }: { now: number; probe: number },
): string {
  const youngest = Math.max(...[up, down].map(({ created_at }) => Date.parse(created_at)));
  if (now - youngest < SETTLED_SECONDS * 1000) return "";
  if (!up.is_hostname_up) return `${up.hostname} is shown as down`;
  if (down.is_hostname_up) return `${down.hostname} is shown as up`;
  if (now - probe <= PROBE_SECONDS * 1000) return "";
  return `the last probe came at ${new Date(probe).toISOString()}`;
}

/** Writes the metrics `RequestsFailed`, `WebhooksFailed` and `WebsitesFailed`, and a line for each failure. */
function report(faults: Record<string, string>) {
  for (const [question, fault] of Object.entries(faults)) {
    if (fault) log("error", "seen from outside", { question, fault });
  }
  // Arrays, because a single 0 is not written.
  const values = Object.entries(faults).map(([question, fault]): [string, number[]] => [
    `${question}Failed`,
    [fault ? 1 : 0],
  ]);
  putMetrics(Object.fromEntries(values));
}
