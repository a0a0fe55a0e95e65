import { useState } from "preact/hooks";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { dayFromToday, dayIn, monthFromNow } from "../format.ts";
import { t } from "../texts.ts";

interface Days {
  from: string;
  to: string;
}

type Choice = "lastMonth" | "thisMonth" | "lastDays";
const choices: readonly Choice[] = ["lastMonth", "thisMonth", "lastDays"];

/**
 * The days of a report: choices, and the two fields that these fill. Proposed is last month if a website was
 * watched then, else this month.
 */
export function ReportDays({ business_uuid, website_uuid }: ReportAbout) {
  const [own, setOwn] = useState<Days>();
  const { timezone, hasLastMonth } = useCustomer({ business_uuid, website_uuid });
  const days = own ?? daysOf(hasLastMonth ? "lastMonth" : "thisMonth", timezone);
  const input = (name: keyof Days, label: string) => (
    <label>
      {label}
      <input
        type="date"
        name={name}
        value={days[name]}
        required
        onInput={({ currentTarget }) => setOwn({ ...days, [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <fieldset class="days">
      <legend>{t("reportDays", { timezone })}</legend>
      <p class="actions">
        {choices.map((each) => {
          const { from, to } = daysOf(each, timezone);
          return (
            <button
              key={each}
              type="button"
              aria-pressed={from === days.from && to === days.to}
              onClick={() => setOwn({ from, to })}
            >
              {t(each)}
            </button>
          );
        })}
      </p>
      {input("from", t("fromDay"))}
      {input("to", t("toDay"))}
    </fieldset>
  );
}

interface ReportAbout {
  business_uuid: string;
  /** Only this website of the business. */
  website_uuid?: string | undefined;
}

/** The time zone of the customer's reports, and whether a website was watched last month. */
function useCustomer({ business_uuid, website_uuid }: ReportAbout) {
  const { client } = useConsole();
  const lastMonth = daysOf("lastMonth", "UTC");
  const digests = useAnswer(`last month of ${business_uuid}`, (signal) =>
    client.GET("/v1/businesses/{business_uuid}/digest", {
      params: { path: { business_uuid }, query: { ...lastMonth, per_page: 100 } },
      signal,
    }),
  );
  const about = digests.data?.data.filter(({ uuid }) => [uuid, undefined].includes(website_uuid));
  const user_uuid = about?.[0]?.user_uuid ?? undefined;
  const mails = useAnswer(user_uuid && `report mails of ${user_uuid}`, (signal) =>
    client.GET("/v1/users/{user_uuid}/report-mails", {
      params: { path: { user_uuid: user_uuid ?? "" } },
      signal,
    }),
  );
  return {
    timezone: mails.data?.data.timezone ?? "UTC",
    hasLastMonth: about?.some(({ observed_seconds }) => observed_seconds > 0) ?? true,
  };
}

/** The days of a report, in a time zone. */
export function daysOf(choice: Choice, timezone: string): Days {
  const today = dayIn(timezone);
  const at = Date.parse(today);
  if (choice === "lastDays") return { from: dayFromToday(-7, at), to: dayFromToday(-1, at) };
  if (choice === "thisMonth") return { from: `${today.slice(0, 7)}-01`, to: today };
  const first = `${monthFromNow(0, new Date(at))}-01`;
  return {
    from: `${monthFromNow(-1, new Date(at))}-01`,
    to: dayFromToday(-1, Date.parse(first)),
  };
}
