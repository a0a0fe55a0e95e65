import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { monthFromNow, showMonth, showNumber } from "../format.ts";
import type { TextName } from "../texts.ts";
import { Shown } from "./shown.tsx";
import { Table } from "./table.tsx";

const MONTHS = 3;

/** Texts for figures; any other is called as the API calls it. */
const NAMES: Readonly<Record<string, TextName>> = {
  websites: "averageWebsites",
  deliveries: "deliveries",
  mails: "emails",
  checks: "checks",
  audits: "audits",
  api_calls: "apiCalls",
  stored_bytes: "storedBytes",
};

/** Every figure that the service counts, this month and before. */
export function Usage() {
  const { client, t, language } = useConsole();
  const query = { from: monthFromNow(1 - MONTHS), to: monthFromNow(0) };
  const answer = useAnswer(`usage ${query.to}`, (signal) =>
    client.GET("/v1/account/usage", { params: { query }, signal }),
  );
  return (
    <Shown answer={answer}>
      {({ data }) => {
        const months = data.months.toReversed();
        const names = Object.keys(months[0] ?? {}).filter(
          (name) => !["month", "corrections"].includes(name),
        );
        const heads = months.map(({ month }) => showMonth(month, language));
        return (
          <Table label={t("usage")} head={[t("figure"), ...heads]}>
            {names.map((name) => (
              <tr key={name}>
                <th scope="row">{NAMES[name] ? t(NAMES[name]) : labelOf(name)}</th>
                {months.map((figures, index) => {
                  const figure = sumOf(new Map(Object.entries(figures)).get(name));
                  return (
                    <td class="number" key={figures.month} data-label={heads[index]}>
                      {figure === null ? "–" : showNumber(figure, language)}
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

/** `api_calls` as `Api calls`. */
function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number, or the sum of a list's averages; null if it is neither. */
function sumOf(figure: unknown): number | null {
  if (typeof figure === "number") return figure;
  if (!Array.isArray(figure)) return null;
  return figure.reduce((sum, { average }) => sum + (typeof average === "number" ? average : 0), 0);
}
