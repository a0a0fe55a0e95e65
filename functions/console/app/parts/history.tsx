import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { dayFromToday, showDuration, showPercentage, showTime } from "../format.ts";
import { t } from "../texts.ts";
import { ResponseChart, showRange, UptimeChart } from "./charts.tsx";
import { sinceFirstProbe } from "./days.ts";
import { DowntimeCells } from "./downtimeCells.tsx";
import { Shown } from "./shown.tsx";
import { Table } from "./table.tsx";

const DAYS = 90;

/** The uptime, response times and downtimes of a website. */
export function History({ website_uuid }: { website_uuid: string }) {
  const { client } = useConsole();
  const query = { from: dayFromToday(1 - DAYS), to: dayFromToday(0) };
  const uptime = useAnswer(`uptime ${website_uuid} ${query.to}`, (signal) =>
    client.GET("/v1/websites/{website_uuid}/uptime", {
      params: { path: { website_uuid }, query },
      signal,
    }),
  );
  return (
    <Shown answer={uptime}>
      {({ data }) => {
        const days = sinceFirstProbe(data);
        const down = data.days.reduce((sum, { down_seconds }) => sum + down_seconds, 0);
        const range = <small>{showRange(days)}</small>;
        return (
          <>
            <section>
              <h2>
                {t("uptime")}{" "}
                {data.uptime_percentage !== null && showPercentage(data.uptime_percentage)} {range}
              </h2>
              <UptimeChart uptime={days} />
            </section>
            <section>
              <h2>
                {t("responseTimes")} {range}
              </h2>
              <ResponseChart uptime={days} />
            </section>
            <section>
              <h2>{t("downtimes")}</h2>
              {data.downtimes.length === 0 ? (
                <p>
                  {down > 0 ? t("unconfirmed", { duration: showDuration(down) }) : t("noDowntimes")}
                </p>
              ) : (
                <Table label={t("downtimes")} head={[t("began"), t("duration"), t("cause")]}>
                  {data.downtimes.toReversed().map((each) => (
                    <tr key={each.began_at}>
                      <th scope="row">{showTime(each.began_at)}</th>
                      <DowntimeCells downtime={each} />
                    </tr>
                  ))}
                </Table>
              )}
            </section>
          </>
        );
      }}
    </Shown>
  );
}
