import type { Usage } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { monthFromNow, showMonth, showNumber } from "../format.ts";
import { Shown } from "./shown.tsx";
import { Table } from "./table.tsx";

const MONTHS = 3;

type Figures = Usage["months"][number];

const figures = {
  websites: "Websites, on average",
  checks: "Uptime checks",
  audits: "Audits",
  deliveries: "Deliveries",
  mails: "E-mails",
  api_calls: "API calls",
} as const satisfies Record<Exclude<keyof Figures, "month">, string>;
type Figure = keyof typeof figures;

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
        const heads = months.map(({ month }) => showMonth(month));
        return (
          <Table label="Usage by month" head={["Figure", ...heads]}>
            {(Object.keys(figures) as Figure[]).map((name) => (
              <tr key={name}>
                <th scope="row">{figures[name]}</th>
                {months.map(({ month, [name]: figure }, index) => (
                  <td class="number" key={month} data-label={heads[index]}>
                    {showFigure(figure)}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
        );
      }}
    </Shown>
  );
}

/** A figure, or the sum of its averages by plan. */
function showFigure(figure: Figures[Figure]): string {
  if (figure === null) return "not known yet";
  return showNumber(
    Array.isArray(figure) ? figure.reduce((sum, { average }) => sum + average, 0) : figure,
  );
}
