import type { Website } from "reseller-website-monitoring-client";
import { causeTexts, tellCause } from "../../../../shared/causeTexts.ts";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import {
  showDuration,
  showLanguages,
  showNumber,
  showPercentage,
  showTime,
  showTimeOfZone,
} from "../format.ts";
import { t, tellWord } from "../texts.ts";
import { Shown } from "./shown.tsx";

const PER_PAGE = 20;
/** They say something only if there is some. */
const UNTOLD_ZEROS = ["unchecked_count", "pages_not_checked_count"];
const TIME = /^\d{4}-\d\d-\d\dT/;

/** The newest items of a website's feed. */
export function Feed({ website }: { website: Website }) {
  const { client } = useConsole();
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
                  <span class={`badge ${item.status}`}>{tellWord(item.status)}</span>{" "}
                  {inWords(item.type)}
                </h3>
                <p class="soft">{showTime(item.created_at)}</p>
                <Data data={item.data} />
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}

/** The figures of an item by their names in the API. Its details are among the findings. */
function Data({ data }: { data: Record<string, unknown> }) {
  return (
    <dl>
      {Object.entries(data).flatMap(([name, given]) => {
        const value = showValue(name, given);
        if (value === undefined) return [];
        return [
          <dt key={name}>{inWords(name)}</dt>,
          <dd key={`${name} value`}>
            <bdi>{value}</bdi>
          </dd>,
        ];
      })}
    </dl>
  );
}

const ABBREVIATIONS = ["ssl", "h1", "url"];

/** A name of the API in words: "Links broken" for `links_broken_count`. */
function inWords(name: string): string {
  const words = name
    .replace(/_count(_total)?$/, "")
    .split("_")
    .map((word) => (ABBREVIATIONS.includes(word) ? word.toUpperCase() : word))
    .join(" ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value for people; undefined if there is none. */
function showValue(name: string, value: unknown): string | undefined {
  if (value === 0 && UNTOLD_ZEROS.includes(name)) return undefined;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    if (name.endsWith("_percentage")) return showPercentage(value);
    return name.endsWith("_seconds") ? showDuration(value) : showNumber(value);
  }
  if (name === "unsupported_languages" && Array.isArray(value)) return showLanguages(value);
  if (typeof value !== "string") return undefined;
  if (Object.hasOwn(causeTexts, value))
    return tellCause(value as keyof typeof causeTexts, "en").title;
  return TIME.test(value) ? showTimeOfZone(value) : value;
}
