import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import * as z from "zod/mini";
import { timestamp } from "../../../shared/time.ts";
import { withoutEnd } from "../../../shared/withoutEnd.ts";
import type { Cache } from "./answers.ts";
import { fetchJson, remember, UnexpectedAnswer } from "./answers.ts";

const registration = z.object({
  /** The registered domain: the host name itself or one above it. */
  domain: z.string(),
  registered_at: z.optional(z.string()),
  expires_at: z.optional(z.string()),
});

export type Registration = z.infer<typeof registration>;

/** Who knows when a domain was registered. */
export interface DomainRegistry {
  /** Undefined where there is none to know; throws when it could not be asked. */
  find(hostname: string): Promise<Registration | undefined>;
}

/** RFC 9224 section 4: each service has suffixes and the URLs that answer for them. */
const bootstrap = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});

const domainAnswer = z.object({
  objectClassName: z.literal("domain"),
  events: z.optional(z.array(z.object({ eventAction: z.string(), eventDate: z.string() }))),
});

const DAY_SECONDS = 86_400;
const WEEK_SECONDS = 7 * DAY_SECONDS;
const MAX_NAMES = 4;

interface Rdap {
  /** IANA's file, or one like it. */
  bootstrapUrl: string;
  /** Keeps IANA's file for a day and each registration for a week, or a day where it ends soon. */
  cache: Cache;
}

/**
 * Domain registries by RDAP (RFC 9083), found in IANA's bootstrap file (RFC 9224). A registry
 * knows the domains that are registered with it and nothing below them, so it is asked for the
 * host name, then for each name above it until one is known: that takes no list of public
 * suffixes, which would have to be kept up to date. A name below somebody's own domain
 * (`shop.platform.com`) is as old as that one, which the answer names. At most four names are
 * asked for, the shortest of two labels.
 */
export function rdap({ bootstrapUrl, cache }: Rdap): DomainRegistry {
  return {
    async find(hostname) {
      const names = namesToAsk(hostname);
      const [name] = names;
      if (name === undefined) return undefined;
      const kept = await remember(cache, {
        key: `rdap#${name}`,
        schema: z.nullable(registration),
        find: async () => {
          const server = serverFor(name, await readBootstrap(cache, bootstrapUrl));
          return server === undefined ? null : ((await findAmong(names, server)) ?? null);
        },
        secondsToKeep: (found) => (found && !endsSoon(found) ? WEEK_SECONDS : DAY_SECONDS),
      });
      return kept ?? undefined;
    },
  };
}

/** The host name and those above it, longest first; none for an address or a name of one label. */
export function namesToAsk(hostname: string): string[] {
  const name = domainToASCII(withoutEnd(hostname, ".")).replace(/^www\./, "");
  if (name === "" || isIP(name.replace(/^\[|\]$/g, "")) !== 0) return [];
  const labels = name.split(".");
  const first = Math.max(labels.length - 1 - MAX_NAMES, 0);
  return labels
    .slice(0, -1)
    .map((_, index) => labels.slice(index).join("."))
    .slice(first);
}

/** Within five weeks: whoever was warned and renews it should not be warned for another week. */
function endsSoon({ expires_at }: Registration): boolean {
  return expires_at !== undefined && Date.parse(expires_at) - Date.now() < 5 * WEEK_SECONDS * 1000;
}

async function findAmong(names: string[], server: string): Promise<Registration | undefined> {
  for (const domain of names) {
    const events = await askFor(domain, server);
    if (!events) continue;
    const dateOf = (action: string) => {
      const event = events.find(({ eventAction }) => eventAction === action);
      const date = new Date(event?.eventDate ?? "");
      const isDate = date.getUTCFullYear() > 1980 && date.getUTCFullYear() < 10_000;
      return isDate ? timestamp(date) : undefined;
    };
    const [registered_at, expires_at] = [dateOf("registration"), dateOf("expiration")];
    return { domain, ...(registered_at && { registered_at }), ...(expires_at && { expires_at }) };
  }
  return undefined;
}

/** The events of a domain; undefined where the registry knows no such domain, or can't have one of that name. */
async function askFor(domain: string, server: string) {
  const url = new URL(`domain/${domain}`, server.endsWith("/") ? server : `${server}/`);
  try {
    const { events = [] } = await fetchJson(url, {
      service: `The registry at ${url.host}`,
      schema: domainAnswer,
      headers: { accept: "application/rdap+json, application/json" },
      maxRedirects: 5,
    });
    return events;
  } catch (error) {
    if (error instanceof UnexpectedAnswer && [400, 404, 422].includes(error.status))
      return undefined;
    throw error;
  }
}

/** IANA's file of who answers for which top-level domain, kept for a day. */
function readBootstrap(cache: Cache, url: string) {
  return remember(cache, {
    key: `rdap-bootstrap#${url}`,
    schema: bootstrap,
    find: () =>
      fetchJson(new URL(url), {
        service: "IANA's RDAP bootstrap file",
        schema: bootstrap,
        maxRedirects: 3,
      }),
    secondsToKeep: () => DAY_SECONDS,
  });
}

/** RFC 9224 section 4: the entry with the most labels of the name; HTTPS rather than HTTP. */
function serverFor(name: string, { services }: z.infer<typeof bootstrap>): string | undefined {
  const entries = services.flatMap(([suffixes, urls]) =>
    suffixes.map((suffix) => ({ suffix: suffix.toLowerCase(), urls })),
  );
  const [best] = entries
    .filter(({ suffix }) => name.endsWith(`.${suffix}`))
    .sort((a, b) => b.suffix.length - a.suffix.length);
  return best?.urls.find((url) => url.startsWith("https:")) ?? best?.urls[0];
}
