import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showTime } from "../format.ts";
import { DialogButton } from "../parts/dialogButton.tsx";
import { PagedTable } from "../parts/pagedTable.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { t } from "../texts.ts";

/** All webhooks. */
export function WebhooksScreen({ place }: ScreenProps) {
  const { client } = useConsole();
  const answer = useAnswer("webhooks", (signal) => client.GET("/v1/webhooks", { signal }));
  return (
    <>
      <h1>{t("webhooks")}</h1>
      <PagedTable
        answer={answer}
        place={place}
        label={t("webhooks")}
        head={[t("endpoint"), t("created")]}
      >
        {({ uuid, endpoint, created_at }) => (
          <tr key={uuid}>
            <th scope="row">
              <a href={linkTo(`webhooks/${uuid}`)}>
                <bdi>{endpoint}</bdi>
              </a>
            </th>
            <td class="time" data-label={t("created")}>
              {showTime(created_at)}
            </td>
          </tr>
        )}
      </PagedTable>
      <DialogButton
        label={t("addWebhook")}
        question={t("addWebhook")}
        fields={[{ name: "endpoint", label: t("endpoint"), value: "https://" }]}
        send={({ endpoint }) => client.POST("/v1/webhooks", { body: { endpoint } })}
      />
    </>
  );
}
