import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showMilliseconds, showTime } from "../format.ts";
import { DialogButton } from "../parts/dialogButton.tsx";
import { Shown } from "../parts/shown.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { t, tellWord } from "../texts.ts";

/** A delivery: what was sent, and what the endpoint answered to each attempt. */
export function DeliveryScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, webhook_uuid = "", delivery_uuid = ""] = place.path;
  const params = { path: { webhook_uuid, delivery_uuid } };
  const answer = useAnswer(`delivery ${delivery_uuid}`, (signal) =>
    client.GET("/v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}", { params, signal }),
  );
  return (
    <Shown answer={answer}>
      {({ data: { type, status, attempts, next_attempt_at, body, event_id } }) => (
        <>
          <h1>
            <code>{type}</code> <span class={`badge ${status}`}>{tellWord(status)}</span>
          </h1>
          <p>
            <a href={linkTo(`webhooks/${webhook_uuid}`)}>{t("deliveries")}</a> ·{" "}
            <code>{event_id}</code>
          </p>
          {next_attempt_at !== null && (
            <p>{t("nextAttempt", { time: showTime(next_attempt_at) })}</p>
          )}
          <DialogButton
            label={t("replay")}
            question={t("replayQuestion")}
            send={() =>
              client.POST("/v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay", {
                params,
              })
            }
          />
          <section>
            <h2>{t("attempts")}</h2>
            {attempts.length === 0 && <p>{t("noAttempts")}</p>}
            <ol class="cards">
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <p>
                    {showTime(attempt.at)} · <code>{attempt.status ?? attempt.error ?? "–"}</code> ·{" "}
                    {showMilliseconds(attempt.duration_ms)}
                  </p>
                  {attempt.response !== "" && <pre>{attempt.response}</pre>}
                </li>
              ))}
            </ol>
          </section>
          <section>
            <h2>{t("whatIsSent")}</h2>
            <pre>{JSON.stringify(body, undefined, 2)}</pre>
          </section>
        </>
      )}
    </Shown>
  );
}
