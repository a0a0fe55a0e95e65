import type { ComponentType } from "preact";
import { type Place, type ScreenProps, shapeOf } from "./place.ts";
import { AccountScreen } from "./screens/account.tsx";
import { AddScreen } from "./screens/add.tsx";
import { AlertsScreen } from "./screens/alerts.tsx";
import { BusinessScreen, CustomerScreen } from "./screens/customer.tsx";
import { CustomersScreen } from "./screens/customers.tsx";
import { DeliveryScreen } from "./screens/delivery.tsx";
import { ImportScreen } from "./screens/import.tsx";
import { NotFoundScreen } from "./screens/notFound.tsx";
import { OverviewScreen } from "./screens/overview.tsx";
import { ProspectScreen } from "./screens/prospect.tsx";
import { ProspectsScreen } from "./screens/prospects.tsx";
import { WebhookScreen } from "./screens/webhook.tsx";
import { WebhooksScreen } from "./screens/webhooks.tsx";
import { WebsiteScreen } from "./screens/website.tsx";
import { WebsitesScreen } from "./screens/websites.tsx";

/** The links of the bar. */
export const sections = {
  overview: "Overview",
  websites: "Websites",
  customers: "Customers",
  webhooks: "Webhooks",
} as const;

type Section = keyof typeof sections;

interface ScreenOfSection {
  section?: Section;
  Screen: ComponentType<ScreenProps>;
}

/** The screens by the shape of their address; `*` stands for a uuid. */
const screens: Readonly<Record<string, ScreenOfSection>> = {
  "": { section: "overview", Screen: OverviewScreen },
  websites: { section: "websites", Screen: WebsitesScreen },
  "websites/*": { section: "websites", Screen: WebsiteScreen },
  customers: { section: "customers", Screen: CustomersScreen },
  "customers/*": { section: "customers", Screen: CustomerScreen },
  "customers/*/*": { section: "customers", Screen: CustomerScreen },
  "businesses/*": { section: "customers", Screen: BusinessScreen },
  webhooks: { section: "webhooks", Screen: WebhooksScreen },
  "webhooks/*": { section: "webhooks", Screen: WebhookScreen },
  "webhooks/*/*": { section: "webhooks", Screen: DeliveryScreen },
  import: { section: "customers", Screen: ImportScreen },
  prospects: { Screen: ProspectsScreen },
  "prospects/*": { Screen: ProspectScreen },
  account: { Screen: AccountScreen },
  alerts: { Screen: AlertsScreen },
  add: { section: "websites", Screen: AddScreen },
};

/** The screen of an address, and where it is in the bar. */
export function findScreen(place: Place): ScreenOfSection {
  const shape = shapeOf(place) ?? "?";
  return (Object.hasOwn(screens, shape) && screens[shape]) || { Screen: NotFoundScreen };
}
