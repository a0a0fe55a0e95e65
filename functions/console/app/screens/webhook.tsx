import type { Delivery, WebhookState } from "reseller-website-monitoring-client";
import { eventTypes } from "../../../../shared/webhooks/catalogue.ts";
import { useConsole, useGet } from "../answers.ts";
import { knownOr, showHost, showMilliseconds, showNumber, showWhen } from "../format.ts";
import { ActionButton, DialogButton, Menu } from "../parts/buttons.tsx";
import { Field } from "../parts/form.tsx";
import { type Column, cursorOf, List, RowLink, timeColumn } from "../parts/list.tsx";
import { OfRecord } from "../parts/record.tsx";
import { Shown } from "../parts/shown.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { Health } from "../parts/webhooks.tsx";
import { linkTo, linkWithin, type Place, replacePlace, type ScreenProps } from "../place.ts";
import { useTitle } from "../tab.ts";

const PER_PAGE = 20;

const statuses = {
  pending: { word: "Waiting", sign: "○", tone: "warn" },
  delivered: { word: "Delivered", sign: "✓", tone: "good" },
  failed: { word: "Failed", sign: "✕", tone: "bad" },
} as const;

/** Why a webhook was disabled. */
const reasons: Readonly<Record<string, string>> = {
  gone: "Its endpoint answered with the status 410 (Gone).",
  failing: "Every delivery to it has failed for five days.",
  operator: "The provider has disabled it.",
};

/** The sign and the word of a delivery's status. */
const wordsOf = (word: string) => {
  const status = knownOr(statuses, word, undefined);
  return status ? statuses[status] : { word, sign: "", tone: "soft" };
};

/** A webhook: its health, and its deliveries with what the endpoint answered. */
export function WebhookScreen({ place }: ScreenProps) {
  const [, webhook_uuid = ""] = place.path;
  const path = { webhook_uuid };
  const answer = useGet("/v1/webhooks/{webhook_uuid}", { path });
  return (
    <OfRecord kind="webhook" uuid={webhook_uuid} answer={answer}>
      {({ data }) => <Screen webhook={data} place={place} />}
    </OfRecord>
  );
}

function Screen({ webhook, place }: { webhook: WebhookState; place: Place }) {
  const { client } = useConsole();
  const { uuid, endpoint, events, format, disabled_at, disabled_reason, failing_since } = webhook;
  const path = { webhook_uuid: uuid };
  const status = knownOr(statuses, place.query.get("status"), undefined);
  const type = eventTypes.find((each) => each === place.query.get("type"));
  const filter = { ...(status && { status }), ...(type && { type }) };
  const query = { per_page: PER_PAGE, ...cursorOf(place), ...filter };
  const deliveries = useGet("/v1/webhooks/{webhook_uuid}/deliveries", { path, query });
  const isBad = disabled_at !== null || failing_since !== null;
  const isNewest = !status && !type && !place.query.has("cursor");
  const [last] = (isNewest && deliveries.data ? deliveries.data.data : [])
    .flatMap(({ attempts }) => attempts)
    .toSorted((one, other) => other.at.localeCompare(one.at));
  const name = showHost(endpoint);
  useTitle(name, isBad ? { sign: "✕", word: disabled_at ? "disabled" : "failing" } : undefined);
  return (
    <>
      <a href={linkTo("webhooks")}>← Webhooks</a>
      <div class="headline">
        <h1>
          <bdi>{name}</bdi>
        </h1>
        <ActionButton
          label="Send a test"
          done="Sent: it is the newest delivery below."
          isPrimary
          send={() => client.POST("/v1/webhooks/{webhook_uuid}/test", { params: { path } })}
        />
        <Menu label="More actions">
          <DialogButton
            label="Delete"
            title="Delete this webhook"
            question={`${name} gets no more events. For 7 days you can restore it.`}
            isDangerous
            send={() => client.DELETE("/v1/webhooks/{webhook_uuid}", { params: { path } })}
            leaveFor={linkTo("webhooks")}
          />
        </Menu>
      </div>
      <p>
        <Health state={webhook} />
        {isBad && last && (
          <>
            {" · last answer "}
            <code>{codeOf(last)}</code>, {showWhen(last.at)}
          </>
        )}
        {failing_since !== null &&
          disabled_at === null &&
          ". Deliveries wait until its endpoint works. A test shows what it answers now."}
        {format !== "standard" && ` Messages for ${format}.`}
      </p>
      {disabled_at !== null && (
        <div class="problem actions">
          {reasons[disabled_reason ?? ""]}
          <ActionButton
            label="Enable"
            done="Enabled: what is due is sent now."
            reason={disabled_reason === "operator" ? "Only the provider can enable it." : undefined}
            send={() => client.POST("/v1/webhooks/{webhook_uuid}/enable", { params: { path } })}
          />
        </div>
      )}
      <section>
        <h2>Deliveries</h2>
        <div class="headline">
          <Tabs
            {...{ label: "Status", name: "status", current: status, place }}
            tabs={[
              { text: "All" },
              ...Object.entries(statuses).map(([value, { word }]) => ({ value, text: word })),
            ]}
          />
          <Field
            name="type"
            label="Event"
            value={type ?? ""}
            options={[
              ["", "All"],
              ...[...new Set([...events, "webhook.test"])].map((each) => [each, each] as const),
            ]}
            onInput={(value) => replacePlace(linkWithin(place, { type: value, cursor: undefined }))}
          />
        </div>
        <List
          label="deliveries"
          columns={columnsOf(uuid)}
          page={deliveries.data}
          place={place}
          empty={
            <p>
              {status || type
                ? "No delivery matches the filters."
                : "Nothing was sent in the last 30 days."}
            </p>
          }
        />
      </section>
    </>
  );
}

const columnsOf = (webhook_uuid: string): readonly Column<Delivery>[] => [
  {
    id: "event",
    head: "Event",
    by: (delivery) => nameOfDelivery(delivery),
    cell: (delivery) => (
      <RowLink path={`webhooks/${webhook_uuid}/${delivery.uuid}`} name={nameOfDelivery(delivery)} />
    ),
  },
  timeColumn("time", "Time", ({ created_at }) => created_at),
  {
    ...{ id: "state", head: "Status" },
    by: ({ status }) => status,
    cell: ({ status }) => <DeliveryStatus status={status} />,
  },
  { id: "answer", head: "Last answer", cell: answerOf },
];

/** `website.down, example.com`. */
const nameOfDelivery = ({ type, about }: Pick<Delivery, "type" | "about">) =>
  about ? `${type}, ${showHost(about)}` : type;

function DeliveryStatus({ status }: { status: string }) {
  const { sign, word, tone } = wordsOf(status);
  return (
    <span class={tone}>
      {sign} {word}
    </span>
  );
}

/** When the next attempt is due; "" for none, and for one that waits for the endpoint or the webhook. */
function nextOf({ next_attempt_at }: Pick<Delivery, "next_attempt_at">): string {
  const isAhead = next_attempt_at !== null && Date.parse(next_attempt_at) > Date.now();
  return isAhead ? showWhen(next_attempt_at) : "";
}

/** `500`, `connection refused`. */
const codeOf = ({ status, error }: Delivery["attempts"][number]) =>
  status ?? error?.replaceAll("_", " ");

function answerOf(delivery: Delivery) {
  const { attempts } = delivery;
  const last = attempts.at(-1);
  return (
    <>
      {last ? <code>{codeOf(last)}</code> : "not sent yet"}
      {attempts.length > 1 && ` after ${attempts.length} attempts`}
      {nextOf(delivery) && `, next ${nextOf(delivery)}`}
    </>
  );
}

/** A delivery: what was sent, and what the endpoint answered to each attempt. */
export function DeliveryScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, webhook_uuid = "", delivery_uuid = ""] = place.path;
  const params = { path: { webhook_uuid, delivery_uuid } };
  const answer = useGet("/v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}", params);
  const delivery = answer.data?.data;
  const { about = null, website_uuid } = delivery ?? {};
  const title = delivery && nameOfDelivery(delivery);
  useTitle(title ?? "Delivery", delivery && wordsOf(delivery.status));
  return (
    <>
      <a href={linkTo(`webhooks/${webhook_uuid}`)}>← Deliveries</a>
      {answer.error?.kind === "not_found" && (
        <>
          <h1>There is no such delivery</h1>
          <p>Deliveries are kept for 30 days.</p>
        </>
      )}
      <Shown answer={answer}>
        {({ data: { status, attempts, body, event_id, created_at, ...delivery } }) => (
          <>
            <div class="headline">
              <h1>
                <bdi>{title}</bdi>
              </h1>
              <ActionButton
                label="Send again"
                isPrimary
                done="It is sent now. The endpoint may get it a second time."
                send={() =>
                  client.POST("/v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay", {
                    params,
                  })
                }
              />
              <span class="gap" />
            </div>
            <p>
              <DeliveryStatus status={status} /> {showWhen(created_at)}
              {website_uuid && (
                <>
                  {" · "}
                  <a href={linkTo(`websites/${website_uuid}`)}>
                    <bdi>{about ? showHost(about) : "deleted website"}</bdi>
                  </a>
                </>
              )}
              {nextOf(delivery) && ` · next attempt ${nextOf(delivery)}`}
            </p>
            <section>
              <h2>
                Attempts {attempts.length > 1 && <small>{showNumber(attempts.length)}</small>}
              </h2>
              {attempts.length === 0 && <p>Not attempted yet.</p>}
              <ol class="rows">
                {attempts.toReversed().map((attempt) => (
                  <li key={attempt.at}>
                    <p>
                      {showWhen(attempt.at)} · <code>{codeOf(attempt)}</code> ·{" "}
                      {showMilliseconds(attempt.duration_ms)}
                    </p>
                    {attempt.response !== "" && <pre>{attempt.response}</pre>}
                  </li>
                ))}
              </ol>
            </section>
            <section>
              <h2>
                What is sent <small>{event_id}</small>
              </h2>
              <pre>{JSON.stringify(body, undefined, 2)}</pre>
            </section>
          </>
        )}
      </Shown>
    </>
  );
}
