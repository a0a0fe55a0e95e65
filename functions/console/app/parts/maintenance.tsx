import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { inUtc, showTime } from "../format.ts";
import { t } from "../texts.ts";
import { DialogButton } from "./dialogButton.tsx";
import { Shown } from "./shown.tsx";
import { Table } from "./table.tsx";

/** The maintenance windows of a website that have not ended. */
export function Maintenance({ website_uuid }: { website_uuid: string }) {
  const { client } = useConsole();
  const path = { website_uuid };
  const answer = useAnswer(`maintenance ${website_uuid}`, (signal) =>
    client.GET("/v1/websites/{website_uuid}/maintenance-windows", { params: { path }, signal }),
  );
  return (
    <section>
      <h2>{t("maintenance")}</h2>
      <Shown answer={answer}>
        {({ data }) => {
          const ahead = data.filter(({ ends_at }) => Date.parse(ends_at) > Date.now());
          if (ahead.length === 0) return <p>{t("noMaintenance")}</p>;
          return (
            <Table
              label={t("maintenance")}
              head={[t("begins"), t("ends"), t("reason"), t("change")]}
            >
              {ahead.map(({ uuid, starts_at, ends_at, reason }) => (
                <tr key={uuid}>
                  <th scope="row">{showTime(starts_at)}</th>
                  <td data-label={t("ends")}>{showTime(ends_at)}</td>
                  <td data-label={t("reason")}>
                    <bdi>{reason ?? "–"}</bdi>
                  </td>
                  <td>
                    <DialogButton
                      label={t("remove")}
                      question={t("removeWindow")}
                      isDangerous
                      send={() =>
                        client.DELETE(
                          "/v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}",
                          { params: { path: { ...path, maintenance_window_uuid: uuid } } },
                        )
                      }
                    />
                  </td>
                </tr>
              ))}
            </Table>
          );
        }}
      </Shown>
      <DialogButton
        label={t("announce")}
        question={t("announceHelp")}
        fields={[
          { name: "starts_at", label: t("begins"), type: "datetime-local" },
          { name: "ends_at", label: t("ends"), type: "datetime-local" },
          { name: "reason", label: t("reason"), isOptional: true },
        ]}
        send={({ starts_at, ends_at, reason }) =>
          client.POST("/v1/websites/{website_uuid}/maintenance-windows", {
            params: { path },
            body: {
              starts_at: inUtc(starts_at),
              ends_at: inUtc(ends_at),
              ...(reason && { reason }),
            },
          })
        }
      />
    </section>
  );
}
