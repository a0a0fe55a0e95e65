import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { DialogButton } from "../parts/dialogButton.tsx";
import { PagedTable } from "../parts/pagedTable.tsx";
import { cursorOf } from "../parts/pager.tsx";
import { Shown } from "../parts/shown.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { t, tellWord } from "../texts.ts";

const PER_PAGE = 20;
const statuses = ["pending", "delivered", "failed"] as const;

/** A webhook with its deliveries. */
export function WebhookScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const [, webhook_uuid = ""] = place.path;
  const path = { webhook_uuid };
  const answer = useAnswer(`webhook ${webhook_uuid}`, (signal) =>
    client.GET("/v1/webhooks/{webhook_uuid}", { params: { path }, signal }),
  );
  const asked = place.query.get("status");
  const shown = statuses.find((each) => each === asked);
  const from = cursorOf(place);
  const deliveries = useAnswer(`deliveries ${webhook_uuid} ${place.query}`, (signal) =>
    client.GET("/v1/webhooks/{webhook_uuid}/deliveries", {
      params: {
        path,
        query: {
          per_page: PER_PAGE,
          ...(shown && { status: shown }),
          ...from,
        },
      },
      signal,
    }),
  );
  const own = place.path.join("/");
  return (
    <Shown answer={answer}>
      {({ data: { endpoint, events, disabled_at, failing_since } }) => (
        <>
          <h1>
            <bdi>{endpoint}</bdi>
          </h1>
          <p class={disabled_at || failing_since ? "problem" : undefined}>
            {disabled_at !== null
              ? t("disabledSince", { time: showTime(disabled_at) })
              : failing_since !== null
                ? t("failingSince", { time: showTime(failing_since) })
                : t("enabled")}
          </p>
          <p>
            {t("events")}: {events === null ? t("all") : events.join(", ")}
          </p>
          <p class="actions">
            <DialogButton
              label={t("sendTest")}
              question={t("sendTestQuestion", { name: endpoint })}
              send={() => client.POST("/v1/webhooks/{webhook_uuid}/test", { params: { path } })}
            />
            {disabled_at !== null && (
              <DialogButton
                label={t("enable")}
                question={t("enableQuestion", { name: endpoint })}
                send={() => client.POST("/v1/webhooks/{webhook_uuid}/enable", { params: { path } })}
              />
            )}
            <DialogButton
              label={t("remove")}
              question={`${t("removeWebhook", { name: endpoint })} ${t("undoHelp")}`}
              isDangerous
              send={() => client.DELETE("/v1/webhooks/{webhook_uuid}", { params: { path } })}
              leave={() => {
                location.hash = linkTo("webhooks");
              }}
            />
          </p>
          <section>
            <h2>{t("deliveries")}</h2>
            <nav class="tabs" aria-label={t("deliveries")}>
              {[undefined, ...statuses].map((each) => (
                <a
                  key={each}
                  href={linkTo(own, { status: each })}
                  aria-current={each === shown ? "true" : undefined}
                >
                  {t(each ?? "all")}
                </a>
              ))}
            </nav>
            <PagedTable
              answer={deliveries}
              place={place}
              label={t("deliveries")}
              head={[t("time"), t("event"), t("state"), t("attempts"), t("answer")]}
            >
              {({ uuid, type, created_at, status, attempts }) => (
                <tr key={uuid}>
                  <th scope="row">
                    <a href={linkTo(`${own}/${uuid}`)}>{showTime(created_at)}</a>
                  </th>
                  <td data-label={t("event")}>
                    <code>{type}</code>
                  </td>
                  <td data-label={t("state")}>
                    <span class={`badge ${status}`}>{tellWord(status)}</span>
                  </td>
                  <td class="number" data-label={t("attempts")}>
                    {attempts.length}
                  </td>
                  <td data-label={t("answer")}>
                    <code>{attempts.at(-1)?.status ?? attempts.at(-1)?.error ?? "–"}</code>
                  </td>
                </tr>
              )}
            </PagedTable>
          </section>
        </>
      )}
    </Shown>
  );
}
