import type { Website } from "reseller-website-monitoring-client";
import { causeTexts, tellCause } from "../../../../shared/causeTexts.ts";
import type { TextLanguage } from "../../../../shared/texts.ts";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { feedFields, feedTitles, feedWords } from "../feedTexts.ts";
import { showDuration, showNumber, showPercentage, showTime, showTimeOfZone } from "../format.ts";
import { inLanguage, type Row } from "../texts.ts";
import { Shown } from "./shown.tsx";

const PER_PAGE = 20;
/** They say something only if there is some. */
const UNTOLD_ZEROS = ["unchecked_count", "pages_not_checked_count"];
const TIME = /^\d{4}-\d\d-\d\dT/;

/** The newest items of a website's feed. */
export function Feed({ website }: { website: Website }) {
  const { client, t, language } = useConsole();
  const { uuid, business_uuid } = website;
  const answer = useAnswer(`feed ${uuid}`, (signal) =>
    client.GET("/v1/feed-items", {
      params: { query: { businessUuid: business_uuid, websiteUuid: uuid, per_page: PER_PAGE } },
      signal,
    }),
  );
  return (
    <Shown answer={answer}>
      {({ data }) =>
        data.length === 0 ? (
          <p>{t("noneYet")}</p>
        ) : (
          <ul class="cards">
            {data.map((item) => (
              <li key={item.uuid}>
                <h3>
                  <span class={`badge ${item.status}`}>{t(item.status)}</span>{" "}
                  {rowIn(feedTitles, item.type, language) ?? t("otherNews")}
                </h3>
                <p class="soft">{showTime(item.created_at, language)}</p>
                <Data data={item.data} />
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}

/** The figures of an item by their names. Its details are among the findings. */
function Data({ data }: { data: Record<string, unknown> }) {
  const { language } = useConsole();
  const rows = Object.entries(feedFields).flatMap(([name, row]) => {
    const value = showValue(name, data[name], language);
    return value === undefined ? [] : [{ name, label: inLanguage(row, language), value }];
  });
  return (
    <dl>
      {rows.flatMap(({ name, label, value }) => [
        <dt key={name}>{label}</dt>,
        <dd key={`${name} value`}>
          <bdi>{value}</bdi>
        </dd>,
      ])}
    </dl>
  );
}

/** A value for people; undefined if there is none. */
function showValue(name: string, value: unknown, language: TextLanguage): string | undefined {
  if (value === 0 && UNTOLD_ZEROS.includes(name)) return undefined;
  if (typeof value === "number") {
    if (name.endsWith("_percentage")) return showPercentage(value, language);
    return name.endsWith("_seconds") ? showDuration(value, language) : showNumber(value, language);
  }
  if (typeof value !== "string" && typeof value !== "boolean") return undefined;
  const text = String(value);
  if (name === "outcome" || name === "reason") {
    const cause = (Object.keys(causeTexts) as (keyof typeof causeTexts)[]).find(
      (each) => each === text,
    );
    return cause && tellCause(cause, language).title;
  }
  return TIME.test(text)
    ? showTimeOfZone(text, language)
    : (rowIn(feedWords, text, language) ?? text);
}

function rowIn(rows: Readonly<Record<string, Row>>, name: string, language: TextLanguage) {
  const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
  return row && inLanguage(row, language);
}
