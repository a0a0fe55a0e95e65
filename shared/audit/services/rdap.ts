import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import * as z from "zod/mini";
import { DAY_SECONDS, timestamp } from "../../platform/time.ts";
import { withoutEnd } from "../../vocabulary/texts.ts";
import { fetchJson, remember, UnexpectedAnswer } from "./answers.ts";

const registration = z.object({
  /** The registered domain: the host name itself or one above it. */
  domain: z.string(),
  registered_at: z.optional(z.string()),
  expires_at: z.optional(z.string()),
  /** The registry is about to delete it, whatever its end date (RFC 8056). */
  isBeingDeleted: z.optional(z.literal(true)),
});

export type Registration = z.infer<typeof registration>;

/** A source of registration data. */
export interface DomainRegistry {
  /** Undefined if nothing is known about the domain. Throws if the registry is unreachable. */
  find(hostname: string): Promise<Registration | undefined>;
}

/** RFC 9224 section 4: each service has suffixes and the URLs that answer for them. */
const bootstrap = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});

const domainAnswer = z.object({
  objectClassName: z.literal("domain"),
  events: z.optional(z.array(z.object({ eventAction: z.string(), eventDate: z.string() }))),
  status: z.optional(z.array(z.string())),
});

/** A warning ends this long after a renewal at the latest. */
const KEPT_SECONDS = 3 * DAY_SECONDS;
const MAX_NAMES = 4;

/**
 * Registration data by RDAP (RFC 9083), with IANA's bootstrap file (RFC 9224). Registries know registered domains, but
 * no names below them. So the host name is looked up, then each name above it, until one is known; this needs no list
 * of public suffixes. The result names the domain: a name below another owner's domain (`shop.platform.com`) has that
 * domain's age. At most four names are looked up; the shortest has two labels. IANA's file is kept for a day, and
 * registrations for three.
 */
export function rdap(bootstrapUrl: string): DomainRegistry {
  return {
    async find(hostname) {
      const names = namesToAsk(hostname);
      const [name] = names;
      if (name === undefined) return undefined;
      const answer = await remember({
        key: `rdap#${bootstrapUrl}#${name}`,
        schema: z.nullable(registration),
        find: async () => {
          const server = serverFor(name, await readBootstrap(bootstrapUrl));
          return server === undefined ? null : ((await findAmong(names, server)) ?? null);
        },
        secondsToKeep: KEPT_SECONDS,
      });
      return answer ?? undefined;
    },
  };
}

/** The host name and the names above it, longest first; empty for an address or a name of one label. */
function namesToAsk(hostname: string): string[] {
  const name = domainToASCII(withoutEnd(hostname, ".")).replace(/^www\./, "");
  if (name === "" || isIP(name.replace(/^\[|\]$/g, "")) !== 0) return [];
  const labels = name.split(".");
  const first = Math.max(labels.length - 1 - MAX_NAMES, 0);
  return labels
    .slice(0, -1)
    .map((_, index) => labels.slice(index).join("."))
    .slice(first);
}

/** The statuses of a domain that has expired and is kept for its owner, or deleted, within weeks. */
const DELETED = new Set(["redemption period", "pending restore", "pending delete"]);

async function findAmong(names: string[], server: string): Promise<Registration | undefined> {
  for (const domain of names) {
    const answer = await askFor(domain, server);
    if (!answer) continue;
    const { events = [], status = [] } = answer;
    const isBeingDeleted = status.some((each) => DELETED.has(each.toLowerCase()));
    const dateOf = (action: string) => {
      const event = events.find(({ eventAction }) => eventAction === action);
      const date = new Date(event?.eventDate ?? "");
      const isDate = date.getUTCFullYear() > 1980 && date.getUTCFullYear() < 10_000;
      return isDate ? timestamp(date) : undefined;
    };
    const [registered_at, expires_at] = [dateOf("registration"), dateOf("expiration")];
    return {
      domain,
      ...(registered_at && { registered_at }),
      ...(expires_at && { expires_at }),
      ...(isBeingDeleted && { isBeingDeleted }),
    };
  }
  return undefined;
}

/**
 * The registry's answer about a domain; undefined if it does not know the domain, or can't have a domain of that name.
 */
async function askFor(domain: string, server: string) {
  const url = new URL(`domain/${domain}`, server.endsWith("/") ? server : `${server}/`);
  try {
    return await fetchJson(url, {
      service: `The registry at ${url.host}`,
      schema: domainAnswer,
      headers: { accept: "application/rdap+json, application/json" },
      maxRedirects: 5,
    });
  } catch (error) {
    if (error instanceof UnexpectedAnswer && [400, 404, 422].includes(error.status))
      return undefined;
    throw error;
  }
}

/** IANA's file of the servers for each top-level domain, kept for a day. */
function readBootstrap(url: string) {
  return remember({
    key: `rdap-bootstrap#${url}`,
    schema: bootstrap,
    find: () =>
      fetchJson(new URL(url), {
        service: "IANA's RDAP bootstrap file",
        schema: bootstrap,
        maxRedirects: 3,
      }),
    secondsToKeep: DAY_SECONDS,
  });
}

/** RFC 9224, 4: the entry that matches the most labels. HTTPS is preferred to HTTP. */
function serverFor(name: string, { services }: z.infer<typeof bootstrap>): string | undefined {
  const entries = services.flatMap(([suffixes, urls]) =>
    suffixes.map((suffix) => ({ suffix: suffix.toLowerCase(), urls })),
  );
  const [best] = entries
    .filter(({ suffix }) => name.endsWith(`.${suffix}`))
    .sort((a, b) => b.suffix.length - a.suffix.length);
  return best?.urls.find((url) => url.startsWith("https:")) ?? best?.urls[0];
}
