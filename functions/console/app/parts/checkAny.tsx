import { useConsole } from "../answers.ts";
import { linkTo } from "../place.ts";
import { Field, Form } from "./form.tsx";

/** A field for any address, whose website is audited without a customer. A read-only key has none. */
export function CheckAny({ isPrimary }: { isPrimary?: boolean }) {
  const { client, account } = useConsole();
  if (account.api_key.is_read_only) return null;
  return (
    <Form
      class="check-any"
      submit="Check"
      isPlain={!isPrimary}
      send={({ hostname = "" }) => client.POST("/v1/prospects", { body: { hostname } })}
      end={({ data }) => {
        location.hash = linkTo(`prospects/${data?.data.uuid}`);
      }}
    >
      <h2>Check any website</h2>
      <p class="soft small">No customer needed, no e-mail.</p>
      <Field name="hostname" label="Address" inputMode="url" placeholder="example.com" />
    </Form>
  );
}

/** What an account without websites begins with. */
export function NothingWatched() {
  const { account } = useConsole();
  if (account.api_key.is_read_only) {
    return <p>This key only reads. With a key that may write, you can add a website here.</p>;
  }
  return (
    <>
      <CheckAny isPrimary />
      <p>
        Add the website of a customer: it is checked within a minute, and audited a few minutes
        later. You see when it is down and why, what is wrong with its pages, and get a status page
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
    </>
  );
}
