import type { WebhookState } from "reseller-website-monitoring-client";
import { eventCatalogue, eventTypes, usualEvents } from "../../../../shared/webhooks/catalogue.ts";
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

/** A webhook for the chosen events, the usual ones to begin with. */
function AddWebhook() {
  const { client } = useConsole();
  return (
    <DialogButton
      label="Add a webhook"
      title="Add a webhook"
      isPrimary
      fields={[
        { name: "endpoint", label: "Address (URL)", inputMode: "url" },
        { name: "format", label: "Format", options: Object.entries(formats) },
      ]}
      send={async ({ endpoint, format, ...values }) => {
        const url = /^https?:/i.test(endpoint) ? endpoint : `https://${endpoint}`;
        const result = await client.POST("/v1/webhooks", {
          body: {
            ...{ endpoint: url, format: knownOr(formats, format, "standard") },
            events: eventTypes.filter((type) => Object.hasOwn(values, type)),
          },
        });
        if (result.data) location.hash = linkTo(`webhooks/${result.data.data.uuid}`);
        return result;
      }}
    >
      <fieldset>
        <legend>Events</legend>
        {eventTypes.map((type) => (
          <label key={type} class="check">
            <input type="checkbox" name={type} defaultChecked={usualEvents.includes(type)} />
            <span>
              <code>{type}</code>{" "}
              <span class="soft">{eventCatalogue[type].when.replaceAll("`", "")}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </DialogButton>
  );
}
