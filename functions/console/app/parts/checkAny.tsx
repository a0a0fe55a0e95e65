import { useConsole } from "../context.ts";
import { linkTo } from "../place.ts";
import { useSending } from "./actionButton.tsx";
import { Field } from "./field.tsx";
import { explain } from "./shown.tsx";

/** A field for any address, whose website is audited without a customer. A read-only key has none. */
export function CheckAny({ isPrimary }: { isPrimary?: boolean }) {
  const { client, account } = useConsole();
  const { isBusy, error, send } = useSending();
  if (account.api_key.is_read_only) return null;
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const hostname = String(new FormData(event.currentTarget).get("hostname")).trim();
    const sent = await send(() => client.POST("/v1/prospects", { body: { hostname } }));
    if (sent?.data) location.hash = linkTo(`prospects/${sent.data.data.uuid}`);
  };
  const fault = error?.kind === "validation" ? error.fields["hostname"]?.text : undefined;
  return (
    <form class="check-any" onSubmit={submit}>
      <h2>Check any website</h2>
      <Field
        name="hostname"
        label="Address"
        inputMode="url"
        placeholder="example.com"
        fault={fault}
      />
      <button type="submit" class={isPrimary ? "primary" : undefined} disabled={isBusy}>
        Check
      </button>
      <p class="soft small">No customer is needed, and nobody gets an e-mail.</p>
      <p role="alert" class={error && !fault ? "problem" : undefined}>
        {error && !fault && explain(error)}
      </p>
    </form>
  );
}

/** What an account without websites begins with. */
export function NothingWatched() {
  const { account } = useConsole();
  if (account.api_key.is_read_only) {
    return <p>This key only reads. With a key that may write, you can add a website here.</p>;
  }
  return (
    <div class="begin">
      <CheckAny isPrimary />
      <p>
        Add the website of a customer: it is checked within a minute, and audited a few minutes
        later. You see when it is down and why, what is wrong with its pages, and have a status page
        and a report to share.
      </p>
      <p class="actions">
        <a class="button" href={linkTo("add")}>
          Add a website
        </a>
        <a class="button" href={linkTo("import")}>
          Import a CSV
        </a>
      </p>
    </div>
  );
}
