import { showNumber } from "../format.ts";
import { EventList, useEvents } from "../parts/lastEvents.tsx";
import { Pager } from "../parts/list.tsx";
import { Skeleton } from "../parts/shown.tsx";
import { useLatestWebsites } from "../parts/websiteList.tsx";
import type { ScreenProps } from "../place.ts";
import { useTitle } from "../title.ts";

const PER_PAGE = 100;

/** The events of all websites, newest first, in pages whose cursor is the last event of the one before. */
export function EventsScreen({ place }: ScreenProps) {
  const { page, websites, all } = useLatestWebsites();
  const events = useEvents(websites);
  useTitle("Events");
  const cursor = place.query.get("cursor");
  const rest = cursor ? events.filter(({ key }) => key < cursor) : events;
  const shown = rest.slice(0, PER_PAGE);
  return (
    <>
      <h1>Events</h1>
      <p class="soft">
        The last downtime, maintenance and findings of each website, and the last reports. The page
        of a website has all its downtimes.
        {all?.isDone &&
          all.total > all.websites.length &&
          ` These are of the worst ${showNumber(all.websites.length)} of ${showNumber(all.total)} websites.`}
      </p>
      {page && (all?.isDone ?? true) ? <EventList events={shown} /> : <Skeleton lines={12} />}
      <Pager next={rest.length > PER_PAGE ? shown.at(-1)?.key : undefined} place={place} />
    </>
  );
}
