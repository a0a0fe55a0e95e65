import type { Usage } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { monthFromNow, showMonth, showNumber } from "../format.ts";
import type { TextName } from "../texts.ts";
import { t } from "../texts.ts";
import { Shown } from "./shown.tsx";
import { Table } from "./table.tsx";

const MONTHS = 3;

type Figures = Usage["months"][number];

/** Texts for figures. */
const NAMES: Readonly<Record<Exclude<keyof Figures, "month">, TextName>> = {
  websites: "averageWebsites",
  deliveries: "deliveries",
  mails: "emails",
  checks: "checks",
  audits: "audits",
  api_calls: "apiCalls",
};

/** Every figure that the service counts, this month and before. */
export function UsageByMonth() {
  const { client } = useConsole();
  const query = { from: monthFromNow(1 - MONTHS), to: monthFromNow(0) };
  const answer = useAnswer(`usage ${query.to}`, (signal) =>
    client.GET("/v1/account/usage", { params: { query }, signal }),
  );
  return (
    <Shown answer={answer}>
      {({ data }) => {
        const months = data.months.toReversed();
        const names = Object.keys(NAMES) as (keyof typeof NAMES)[];
        const heads = months.map(({ month }) => showMonth(month));
        return (
          <Table label={t("usage")} head={[t("figure"), ...heads]}>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{t(NAMES[name])}</th>
                {months.map((figures, index) => {
                  const figure = sumOf(figures[name]);
                  return (
                    <td class="number" key={figures.month} data-label={heads[index]}>
                      {figure === null ? "–" : showNumber(figure)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </Table>
        );
      }}
    </Shown>
  );
}

/** A figure, or the sum of its averages by plan. */
const sumOf = (figure: Figures[keyof typeof NAMES]): number | null =>
  Array.isArray(figure) ? figure.reduce((sum, { average }) => sum + average, 0) : figure;
