import { orThrow, type WebhookState } from "reseller-website-monitoring-client";
import { type Answer, useAnswer, useConsole } from "../answers.ts";
import { showWhen } from "../format.ts";

/** All webhooks with their states, which only each one's own answer has. There are few. */
export function useWebhooks(): Answer<WebhookState[]> {
  const { client } = useConsole();
  return useAnswer("webhooks", async (signal) => {
    const { data: all } = await orThrow(client.GET("/v1/webhooks", { signal }));
    const states = all.map(({ uuid: webhook_uuid }) => {
      const params = { path: { webhook_uuid } };
      return orThrow(client.GET("/v1/webhooks/{webhook_uuid}", { params, signal }));
    });
    return { data: (await Promise.all(states)).map(({ data }) => data) };
  });
}

interface HealthProps {
  state: Pick<WebhookState, "disabled_at" | "failing_since">;
}

/** Whether the endpoint takes what is sent to it. */
export function Health({ state: { disabled_at, failing_since } }: HealthProps) {
  if (disabled_at !== null)
    return <span class="bad">✕ Disabled since {showWhen(disabled_at)}</span>;
  if (failing_since !== null)
    return <span class="bad">✕ Fails since {showWhen(failing_since)}</span>;
  return <span class="good">✓ No failures</span>;
}
