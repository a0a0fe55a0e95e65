import { useState } from "preact/hooks";
import { useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { dayFromToday, dayIn, monthFromNow } from "../format.ts";
import { Choices } from "./choices.tsx";

interface Days {
  from: string;
  to: string;
}

const choices = { lastMonth: "Last month", thisMonth: "This month", lastDays: "Last 7 days" };
type Choice = keyof typeof choices;

interface ReportDaysProps {
  /** When there was first something to report. */
  since: string;
  /** The customer, whose reports have a time zone. */
  user_uuid: string | null;
}

/** The days of a report: choices, and the two fields that these fill. */
export function ReportDays({ since, user_uuid }: ReportDaysProps) {
  const { client } = useConsole();
  const [own, setOwn] = useState<Days>();
  const mails = useAnswer(user_uuid ? `report mails of ${user_uuid}` : undefined, (signal) =>
    client.GET("/v1/users/{user_uuid}/report-mails", {
      params: { path: { user_uuid: user_uuid ?? "" } },
      signal,
    }),
  );
  const timezone = mails.data?.data.timezone ?? "UTC";
  const days = own ?? usualDays(since, timezone);
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
    <fieldset>
      <legend>Which days, in the time zone {timezone}</legend>
      <Choices
        texts={choices}
        isChosen={(each) =>
          daysOf(each, timezone).from === days.from && daysOf(each, timezone).to === days.to
        }
        choose={(each) => setOwn(daysOf(each, timezone))}
      />
      {input("from", "First day")}
      {input("to", "Last day")}
    </fieldset>
  );
}

/** Last month or, if there was nothing to report in it, this month. */
export function usualDays(since: string, timezone: string): Days {
  const last = daysOf("lastMonth", timezone);
  return since.slice(0, 10) <= last.to ? last : daysOf("thisMonth", timezone);
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
