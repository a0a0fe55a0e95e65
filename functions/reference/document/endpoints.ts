import type { Endpoint } from "../../../shared/http/endpoint.ts";
import { apiFunctionNames } from "../../../shared/http/routes.ts";

/** What routes are about, as a reader sees it, by the first word of their paths or, for two, by what is special. */
const tagsByWord = {
  users: ["Users", "The people whose websites are monitored."],
  onboarding: ["Onboarding", "A user with a first business and website, in one call."],
  prospects: [
    "Prospects",
    "Any website, audited once and without a customer, with a page to show for it.",
  ],
  businesses: ["Businesses", "The businesses of a user, which own websites."],
  websites: ["Websites", "The websites that are monitored and audited."],
  competitors: ["Competitors", "The competitors that a business compares itself with."],
  digests: ["Digests", "How the websites of a customer did, in one answer."],
  shares: ["Shares", "Links to pages about a website or a business, for people without a key."],
  account: ["Account", "Your account, and all its websites and businesses."],
  deleted: ["Deleted records", "What you have deleted in the last seven days, and the way back."],
  plans: ["Plans", "The plans that decide what is checked for a business."],
  "custom-fields": ["Custom fields", "Your own fields, of which businesses have values."],
  "feed-items": ["Feed items", "The results of checks and audits."],
  findings: ["Findings", "What is wrong with websites, since when, and what to do about it."],
  webhooks: ["Webhooks", "Your endpoints that receive events, and the log of deliveries."],
} as const satisfies Record<string, readonly [name: string, about: string]>;

/** The tags in the order in which the document has them and their endpoints. */
export const tags: readonly Tag[] = Object.values(tagsByWord);

type Tag = readonly [name: string, about: string];

export function tagOf({ route }: Pick<Endpoint, "route">): Tag {
  if (route.endsWith("/digest")) return tagsByWord.digests;
  if (route.includes("/deleted")) return tagsByWord.deleted;
  const [, word = ""] = /\/v1\/([^/]+)/.exec(route) ?? [];
  return tagsByWord[word as keyof typeof tagsByWord];
}

/** All endpoints of the API, those of a tag together. */
export async function readEndpoints(): Promise<Endpoint[]> {
  const handlers = apiFunctionNames.map(
    async (name): Promise<Map<string, Endpoint>> =>
      (await import(`../../api/${name}/index.ts`)).handler.endpoints,
  );
  const endpoints = (await Promise.all(handlers)).flatMap((each) => [...each.values()]);
  return tags.flatMap((tag) => endpoints.filter((each) => tagOf(each) === tag));
}
