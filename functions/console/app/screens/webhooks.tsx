import { useState } from "preact/hooks";
import type { CreateWebhookInput, WebhookState } from "reseller-website-monitoring-client";
import { eventCatalogue, usualEvents } from "../../../../shared/webhooks/catalogue.ts";
import { useConsole } from "../answers.ts";
import { joined, knownOr, showHost } from "../format.ts";
import { DialogButton } from "../parts/buttons.tsx";
import { type Column, List, RowLink } from "../parts/list.tsx";
import { Health, useWebhooks } from "../parts/webhooks.tsx";
import { linkTo, type ScreenProps } from "../place.ts";

const formats = {
  standard: "JSON, signed (Standard Webhooks)",
  slack: "Message for Slack",
  teams: "Message for Microsoft Teams",
  discord: "Message for Discord",
} as const;

/** All webhooks with the health of their endpoints. */
export function WebhooksScreen({ place }: ScreenProps) {
  const { data } = useWebhooks();
  return (
    <>
      <div class="headline">
        <h1>Webhooks</h1>
        <AddWebhook />
      </div>
      <p class="soft">A webhook gets a request for each event, such as a website that goes down.</p>
      <List
        label="webhooks"
        columns={columns}
        page={data && { data }}
        place={place}
        empty={<p>There is no webhook yet.</p>}
        awaited={2}
      />
    </>
  );
}

const columns: readonly Column<WebhookState>[] = [
  {
    ...{ id: "endpoint", head: "Endpoint" },
    by: ({ endpoint }) => showHost(endpoint),
    cell: ({ uuid, endpoint }) => <RowLink path={`webhooks/${uuid}`} name={showHost(endpoint)} />,
  },
  {
    ...{ id: "events", head: "Events" },
    cell: ({ events, format }) => joined(" · ", eventsOf(events), format !== "standard" && format),
  },
  {
    ...{ id: "health", head: "Health" },
    by: ({ disabled_at, failing_since }) => disabled_at ?? failing_since,
    cell: (webhook) => <Health state={webhook} />,
  },
];

const eventsOf = (events: string[]) =>
  events.length > 3 ? `${events.length} kinds` : events.join(", ");

function AddWebhook() {
  const { client } = useConsole();
  const [events, setEvents] = useState<ReadonlySet<string>>(new Set(usualEvents));
  const toggle = (type: string) => {
    const next = new Set(events);
    if (!next.delete(type)) next.add(type);
    setEvents(next);
  };
  const all = [...events] as NonNullable<CreateWebhookInput["events"]>;
  return (
    <DialogButton
      label="Add a webhook"
      title="Add a webhook"
      isPrimary
      fields={[
        { name: "endpoint", label: "Address (URL)", inputMode: "url" },
        { name: "format", label: "Format", options: Object.entries(formats) },
      ]}
      reason={all.length === 0 ? "Choose at least one event." : undefined}
      send={async ({ endpoint, format }) => {
        const url = /^https?:/i.test(endpoint) ? endpoint : `https://${endpoint}`;
        const result = await client.POST("/v1/webhooks", {
          body: { endpoint: url, events: all, format: knownOr(formats, format, "standard") },
        });
        if (result.data) location.hash = linkTo(`webhooks/${result.data.data.uuid}`);
        return result;
      }}
      after={
        <fieldset class="events">
          <legend>Events ({events.size})</legend>
          {allEvents.map(([type, { when }]) => (
            <label key={type} class="check">
              <input type="checkbox" checked={events.has(type)} onChange={() => toggle(type)} />
              <span>
                <code>{type}</code> <span class="soft">{when.replaceAll("`", "")}</span>
              </span>
            </label>
          ))}
        </fieldset>
      }
    />
  );
}

/** The types of event, the usual ones first, each with when it is sent. */
const allEvents = Object.entries({
  ...Object.fromEntries(usualEvents.map((type) => [type, eventCatalogue[type]])),
  ...eventCatalogue,
});
