import type { ComponentType } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useConsole, useGet } from "../answers.ts";
import {
  linkTo,
  type Place,
  type ScreenProps,
  shapeOf,
  useKeptScroll,
  usePlace,
} from "../place.ts";
import { AccountScreen } from "../screens/account.tsx";
import { AddScreen } from "../screens/add.tsx";
import { BusinessScreen, CustomerScreen } from "../screens/customer.tsx";
import { CustomersScreen } from "../screens/customers.tsx";
import { EventsScreen } from "../screens/events.tsx";
import { ImportScreen } from "../screens/import.tsx";
import { OverviewScreen } from "../screens/overview.tsx";
import { ProspectScreen, ProspectsScreen } from "../screens/prospects.tsx";
import { SharesScreen } from "../screens/shares.tsx";
import { DeliveryScreen, WebhookScreen } from "../screens/webhook.tsx";
import { WebhooksScreen } from "../screens/webhooks.tsx";
import { WebsiteScreen } from "../screens/website.tsx";
import { WebsitesScreen } from "../screens/websites.tsx";
import { setTitle, useDownCount } from "../tab.ts";
import { Menu } from "./buttons.tsx";
import { Icon } from "./icon.tsx";
import { Search } from "./search.tsx";
import { Failure } from "./shown.tsx";

/** The bar, which is at the bottom of a phone, and the screen of the address. */
export function Frame({ leave }: { leave(): void }) {
  const { account } = useConsole();
  const isReadOnly = account.api_key.is_read_only;
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const { Screen, section, title = section && sections[section] } = findScreen(place);
  const path = place.path.join("/");
  const websites = useGet("/v1/account/websites", { query: { per_page: 1 } });
  const counts = websites.data?.meta.counts;
  useDownCount(counts);

  useKeptScroll(place);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    setTitle(`${title ?? "Not found"} – ${account.name}`);
    // A screen reader goes on at the new screen, as it would on a new page.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);

  const link = (name: keyof typeof sections) => (
    <a
      key={name}
      class={name}
      href={linkTo(name === "overview" ? "" : name)}
      aria-current={name === section ? "page" : undefined}
    >
      <Icon name={name} />
      {sections[name]}
      {name === "overview" && Boolean(counts?.down) && <b class="count">{counts?.down}</b>}
    </a>
  );
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="bar">
        <span class="name" title={account.name}>
          <bdi>{account.name}</bdi>
          {isReadOnly && <small> · read only</small>}
        </span>
        <nav aria-label="Console">
          {(Object.keys(sections) as (keyof typeof sections)[]).map(link)}
        </nav>
        <Search />
        {!isReadOnly && (
          <a class="button add" href={linkTo("add")}>
            Add a website
          </a>
        )}
        <Menu
          label="More"
          sign={
            <>
              <span class="on-phone">
                <Icon name="more" />
                More
              </span>
              <span class="on-desk">{[...account.name][0]}</span>
            </>
          }
        >
          {!isReadOnly && (
            <>
              <a class="on-phone" href={linkTo("add")}>
                Add a website
              </a>
              <a href={linkTo("import")}>Import a CSV</a>
            </>
          )}
          <a class="on-phone" href={linkTo("shares")}>
            Shares
          </a>
          <a class="on-phone" href={linkTo("webhooks")}>
            Webhooks
          </a>
          <a href={linkTo("prospects")}>Prospects</a>
          <a href={linkTo("account")}>Account and alerts</a>
          <a href="docs">API guides</a>
          <button type="button" onClick={leave}>
            Sign out
          </button>
        </Menu>
      </header>
      <main id="content" tabIndex={-1} ref={main}>
        <Failure />
        <Screen key={path} place={place} />
      </main>
    </>
  );
}

/** An address that no screen has. */
function NotFoundScreen() {
  return (
    <>
      <h1>There is nothing at this address</h1>
      <p>
        It may be mistyped, or from another version. <a href={linkTo("")}>To the overview</a>
      </p>
    </>
  );
}

/** The links of the bar. */
const sections = {
  overview: "Overview",
  websites: "Websites",
  customers: "Customers",
  shares: "Shares",
  webhooks: "Webhooks",
} as const;

type Section = keyof typeof sections;

interface ScreenOfSection {
  section?: Section;
  /** What it is called, if not as its section. */
  title?: string;
  Screen: ComponentType<ScreenProps>;
}

/** The screens by the shape of their address; `*` stands for a uuid. */
const screens: Readonly<Record<string, ScreenOfSection>> = {
  "": { section: "overview", Screen: OverviewScreen },
  events: { section: "overview", title: "Latest events", Screen: EventsScreen },
  websites: { section: "websites", Screen: WebsitesScreen },
  "websites/*": { section: "websites", Screen: WebsiteScreen },
  customers: { section: "customers", Screen: CustomersScreen },
  "customers/*": { section: "customers", Screen: CustomerScreen },
  "customers/*/*": { section: "customers", Screen: CustomerScreen },
  "businesses/*": { section: "customers", Screen: BusinessScreen },
  shares: { section: "shares", Screen: SharesScreen },
  webhooks: { section: "webhooks", Screen: WebhooksScreen },
  "webhooks/*": { section: "webhooks", Screen: WebhookScreen },
  "webhooks/*/*": { section: "webhooks", Screen: DeliveryScreen },
  import: { section: "customers", title: "Import customers", Screen: ImportScreen },
  prospects: { title: "Prospects", Screen: ProspectsScreen },
  "prospects/*": { title: "Prospects", Screen: ProspectScreen },
  account: { title: "Account", Screen: AccountScreen },
  add: { section: "websites", Screen: AddScreen },
};

/** The screen of an address, and where it is in the bar. */
function findScreen(place: Place): ScreenOfSection {
  const shape = shapeOf(place) ?? "?";
  return (Object.hasOwn(screens, shape) && screens[shape]) || { Screen: NotFoundScreen };
}
