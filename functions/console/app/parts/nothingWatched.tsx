import { useConsole } from "../context.ts";
import { linkTo } from "../place.ts";
import { CheckAny } from "./checkAny.tsx";

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
