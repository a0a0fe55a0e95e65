import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showHost, showMilliseconds, showNumber, showWhen } from "../format.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { Shown } from "../parts/shown.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";
import { DeliveryStatus, nameOfDelivery, wordsOf } from "./webhook.tsx";

/** A delivery: what was sent, and what the endpoint answered to each attempt. */
export function DeliveryScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, webhook_uuid = "", delivery_uuid = ""] = place.path;
  const params = { path: { webhook_uuid, delivery_uuid } };
  const answer = useAnswer(`delivery ${delivery_uuid}`, (signal) =>
    client.GET("/v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}", { params, signal }),
  );
  const delivery = answer.data?.data;
  const { about = null, website_uuid } = delivery ?? {};
  const title = delivery && nameOfDelivery(delivery);
  useTitle(title ?? "Delivery", delivery && wordsOf(delivery.status));
  return (
    <>
      <a href={linkTo(`webhooks/${webhook_uuid}`)}>← Deliveries</a>
      <Shown answer={answer}>
        {({ data: { status, attempts, next_attempt_at, body, event_id, created_at } }) => (
          <>
            <div class="headline">
              <h1>
                <bdi>{title}</bdi>
              </h1>
              <ActionButton
                label="Send again"
                isPrimary
                done="It is sent now. The endpoint may get it a second time."
                reason={
                  status === "pending" && !next_attempt_at ? "It is waiting to be sent." : undefined
                }
                send={() =>
                  client.POST("/v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay", {
                    params,
                  })
                }
              />
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
              {next_attempt_at !== null && ` · next attempt ${showWhen(next_attempt_at)}`}
            </p>
            <section>
              <h2>
                Attempts {attempts.length > 1 && <small>{showNumber(attempts.length)}</small>}
              </h2>
              {attempts.length === 0 && <p>Not attempted yet.</p>}
              <ol class="cards">
                {attempts.toReversed().map((attempt) => (
                  <li key={attempt.at}>
                    <p>
                      {showWhen(attempt.at)} ·{" "}
                      <code>{attempt.status ?? attempt.error?.replaceAll("_", " ")}</code> ·{" "}
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
