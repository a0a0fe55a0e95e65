import { useState } from "preact/hooks";
import type { Account, Alerts, ApiError } from "reseller-website-monitoring-client";
import { textLanguages } from "../../../../shared/vocabulary/texts.ts";
import { tellChange, useAnswer } from "../answers.ts";
import { useConsole } from "../context.ts";
import { showLanguages } from "../format.ts";
import { Done } from "../parts/dialogButton.tsx";
import { Field } from "../parts/field.tsx";
import { explain, Shown } from "../parts/shown.tsx";
import { useTitle } from "../title.ts";

const delays = [1, 2, 3, 5, 10, 15, 30];

/** Who is told by e-mail when websites go down, and when. */
export function AlertsScreen() {
  const { client } = useConsole();
  useTitle("Alerts");
  const account = useAnswer("account", (signal) => client.GET("/v1/account", { signal }));
  const alerts = useAnswer("alerts", (signal) => client.GET("/v1/account/alerts", { signal }));
  return (
    <>
      <h1>Alerts</h1>
      <p class="soft">
        One e-mail when a website goes down and one when it is back; many at once share an e-mail.
        Nothing is sent of a website in maintenance.
      </p>
      <Shown answer={account}>
        {({ data: own }) => (
          <Shown answer={alerts}>{({ data }) => <Form account={own} alerts={data} />}</Shown>
        )}
      </Shown>
    </>
  );
}

function Form({ account, alerts }: { account: Account; alerts: Alerts }) {
  const { client, refused, account: own } = useConsole();
  const [isQuiet, setQuiet] = useState(alerts.quiet_hours !== null);
  const [result, setResult] = useState<{ error?: ApiError | undefined }>();
  const [isBusy, setBusy] = useState(false);
  const isReadOnly = own.api_key.is_read_only;
  const { from, to } = alerts.quiet_hours ?? { from: "22:00", to: "06:00" };
  const save = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    setBusy(true);
    const body = {
      addresses: text("addresses")
        .split(/[\s,;]+/)
        .filter(Boolean),
      delay_minutes: Number(text("delay_minutes")),
      quiet_hours: isQuiet ? { from: text("from"), to: text("to") } : null,
    };
    const language = textLanguages.find((each) => each === text("language"));
    const timezone = text("timezone");
    let sent: { error?: ApiError | undefined } = await client.PATCH("/v1/account/alerts", { body });
    if (!sent.error && (language !== account.language || timezone !== account.timezone))
      sent = await client.PATCH("/v1/account", {
        body: { ...(language && { language }), timezone },
      });
    setBusy(false);
    if (sent.error?.kind === "unauthorized") return refused();
    setResult(sent);
    if (!sent.error) tellChange();
  };
  const faults = result?.error?.kind === "validation" ? result.error.fields : {};
  const faultOf = (name: string) =>
    Object.entries(faults).find(([field]) => field.startsWith(name))?.[1].text;
  const isElsewhere = result?.error && Object.keys(faults).length === 0;
  return (
    <form class="settings" onSubmit={save}>
      <fieldset disabled={isReadOnly}>
        <Field
          name="addresses"
          label="E-mail addresses"
          hint="at most ten, with commas; empty: nobody"
          placeholder="ops@example.com"
          inputMode="email"
          value={alerts.addresses.join(", ")}
          isOptional
          fault={faultOf("addresses")}
        />
        {alerts.unsubscribed_addresses.length > 0 && (
          <p class="problem">Unsubscribed: {alerts.unsubscribed_addresses.join(", ")}</p>
        )}
        <label>
          Send it if a website is down for
          <select name="delay_minutes">
            {[...new Set([...delays, alerts.delay_minutes])]
              .toSorted((one, other) => one - other)
              .map((minutes) => (
                <option key={minutes} value={minutes} selected={minutes === alerts.delay_minutes}>
                  {minutes === 1 ? "1 minute" : `${minutes} minutes`}
                </option>
              ))}
          </select>
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isQuiet}
            onChange={({ currentTarget }) => setQuiet(currentTarget.checked)}
          />
          <span>Quiet hours: at their end, one e-mail with what is still down</span>
        </label>
        {isQuiet && (
          <div class="pair">
            <Field
              name="from"
              label="From"
              type="time"
              value={from}
              fault={faultOf("quiet_hours")}
            />
            <Field name="to" label="To" type="time" value={to} fault={undefined} />
          </div>
        )}
        <label>
          Language of e-mails to you
          <select name="language">
            {textLanguages.map((each) => (
              <option key={each} value={each} selected={each === account.language}>
                {showLanguages([each])}
              </option>
            ))}
          </select>
        </label>
        <Field
          name="timezone"
          label="Time zone"
          list="timezones"
          value={account.timezone}
          fault={faultOf("timezone")}
        >
          <datalist id="timezones">
            {Intl.supportedValuesOf("timeZone").map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
        </Field>
        <p class="actions">
          {isReadOnly ? (
            <span class="soft">This key only reads.</span>
          ) : (
            <button type="submit" class="primary" disabled={isBusy}>
              Save
            </button>
          )}
          <Done text={result && !result.error && "Saved"} />
        </p>
      </fieldset>
      <p role="alert" class={isElsewhere ? "problem" : undefined}>
        {isElsewhere && result?.error && explain(result.error)}
      </p>
    </form>
  );
}
