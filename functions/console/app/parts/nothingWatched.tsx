import { useConsole } from "../context.ts";
import { linkTo } from "../place.ts";

/** What an account without websites begins with. */
export function NothingWatched() {
  const { account } = useConsole();
  if (account.api_key.is_read_only) {
    return <p>This key only reads. With a key that may write, you can add a website here.</p>;
  }
  return (
    <div class="begin">
      <p>
        Add the website of a customer: it is checked within a minute, and audited a few minutes
        later. You see when it is down and why, what is wrong with its pages, and have a status page
        and a report to share.
      </p>
      <p class="actions">
        <a class="button primary" href={linkTo("add")}>
          Add a website
        </a>
      </p>
    </div>
  );
}
