import { useGet } from "../answers.ts";
import { useConsole } from "../context.ts";
import { businessColumns } from "../parts/businessColumns.tsx";
import { NothingWatched } from "../parts/checkAny.tsx";
import { cursorOf, List } from "../parts/list.tsx";
import type { ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";

const PER_PAGE = 100;

/** All customers: the businesses, each with the state of its websites. */
export function CustomersScreen({ place }: ScreenProps) {
  const { account } = useConsole();
  useTitle("Customers");
  const query = { ...cursorOf(place), per_page: PER_PAGE };
  const { data } = useGet("/v1/account/businesses", { query });
  return (
    <>
      <h1>Customers</h1>
      <List
        label="customers"
        columns={businessColumns}
        rows={data?.data}
        meta={data?.meta}
        place={place}
        total={account.record_limits.businesses.count}
        empty={<NothingWatched />}
        awaited={12}
      />
    </>
  );
}
