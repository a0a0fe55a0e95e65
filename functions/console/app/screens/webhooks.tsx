import { useState } from "preact/hooks";
import type { CreateWebhookInput, Webhook } from "reseller-website-monitoring-client";
import { eventCatalogue, usualEvents } from "../../../../shared/webhooks/catalogue.ts";
import { useGet } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost, showWhen } from "../format.ts";
import { DialogButton } from "../parts/dialogButton.tsx";
import { Shown } from "../parts/shown.tsx";
import { Table } from "../parts/table.tsx";
import { linkTo } from "../place.ts";

const formats = {
  standard: "JSON, signed (Standard Webhooks)",
  slack: "Message for Slack",
  teams: "Message for Microsoft Teams",
  discord: "Message for Discord",
} as const;
type Format = keyof typeof formats;

/** All webhooks with the health of their endpoints. */
export function WebhooksScreen() {
  const answer = useGet("/v1/webhooks");
  return (
    <>
      <div class="headline">
        <h1>Webhooks</h1>
        <AddWebhook />
      </div>
      <p class="soft">A webhook gets a request for each event, such as a website that goes down.</p>
      <Shown answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <p>There is no webhook yet.</p>
          ) : (
            <Table label="Webhooks" head={["Endpoint", "Events", "Health"]}>
              {data.map((webhook) => (
                <Row key={webhook.uuid} webhook={webhook} />
              ))}
            </Table>
          )
        }
      </Shown>
    </>
  );
}

/** The list has no states: there are few webhooks, and each is asked for its own. */
function Row({ webhook: { uuid, endpoint } }: { webhook: Webhook }) {
  const path = { webhook_uuid: uuid };
  const { data } = useGet("/v1/webhooks/{webhook_uuid}", { path });
  const state = data?.data;
  return (
    <tr>
      <th scope="row">
        <a class="row" href={linkTo(`webhooks/${uuid}`)}>
          <bdi>{showHost(endpoint)}</bdi>
        </a>
      </th>
      <td data-label="Events">
        {state && eventsOf(state.events)}
        {state && state.format !== "standard" && ` · ${state.format}`}
      </td>
      <td data-label="Health">{state ? <Health state={state} /> : <span class="skeleton" />}</td>
    </tr>
  );
}

const eventsOf = (events: string[]) =>
  events.length > 3 ? `${events.length} kinds` : events.join(", ");

interface HealthProps {
  state: { disabled_at: string | null; failing_since: string | null };
}

/** Whether the endpoint takes what is sent to it. */
export function Health({ state: { disabled_at, failing_since } }: HealthProps) {
  if (disabled_at !== null)
    return <span class="state paused">⏸ Disabled since {showWhen(disabled_at)}</span>;
  if (failing_since !== null)
    return <span class="state down">✕ Fails since {showWhen(failing_since)}</span>;
  return <span class="state">No failures</span>;
}

function AddWebhook() {
  const { client } = useConsole();
  const [format, setFormat] = useState<Format>("standard");
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
      fields={[{ name: "endpoint", label: "Address (URL)", inputMode: "url" }]}
      reason={all.length === 0 ? "Choose at least one event." : undefined}
      send={async ({ endpoint }) => {
        const url = /^https?:/i.test(endpoint) ? endpoint : `https://${endpoint}`;
        const result = await client.POST("/v1/webhooks", {
          body: { endpoint: url, events: all, format },
        });
        if (result.data) location.hash = linkTo(`webhooks/${result.data.data.uuid}`);
        return result;
      }}
      after={
        <>
          <label>
            Format
            <select
              name="format"
              value={format}
              onChange={({ currentTarget }) => setFormat(currentTarget.value as Format)}
            >
              {Object.entries(formats).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </select>
          </label>
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
        </>
      }
    />
  );
}

const isUsual = (type: string) => usualEvents.some((each) => each === type);

/** The types of event, the usual ones first, each with when it is sent. */
const allEvents = Object.entries(eventCatalogue).toSorted(
  ([one], [other]) => Number(isUsual(other)) - Number(isUsual(one)),
);
