import { useConsole, useGet } from "../answers.ts";
import { cursorOf, List } from "../parts/list.tsx";
import { shareColumns } from "../parts/shares.tsx";
import type { ScreenProps } from "../place.ts";

const PER_PAGE = 100;

/** All links to pages for people without a key. */
export function SharesScreen({ place }: ScreenProps) {
  const { account } = useConsole();
  const query = { ...cursorOf(place), per_page: PER_PAGE };
  const { data } = useGet("/v1/shares", { query });
  return (
    <>
      <h1>Shares</h1>
      <p class="soft">
        Anyone who has a link can read its page. Create new links on the page of a website or a
        customer.
      </p>
      <List
        label="shares"
        columns={shareColumns}
        page={data}
        place={place}
        total={account.record_limits.shares.count}
        empty={<p>Nothing is shared yet.</p>}
      />
    </>
  );
}
