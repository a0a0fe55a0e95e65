import * as z from "zod/mini";
import { type Cache, remember } from "../cache.ts";
import { fetchJson } from "../fetchJson.ts";

/** RFC 9224 section 4: each service has suffixes and the URLs that answer for them. */
const bootstrap = z.object({
  services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])),
});

const DAY_SECONDS = 86_400;

/** IANA's file of who answers for which top-level domain, kept for a day. */
export function readBootstrap(cache: Cache, url: string) {
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
export function serverFor(
  name: string,
  { services }: z.infer<typeof bootstrap>,
): string | undefined {
  const entries = services.flatMap(([suffixes, urls]) =>
    suffixes.map((suffix) => ({ suffix: suffix.toLowerCase(), urls })),
  );
  const [best] = entries
    .filter(({ suffix }) => name.endsWith(`.${suffix}`))
    .sort((a, b) => b.suffix.length - a.suffix.length);
  return best?.urls.find((url) => url.startsWith("https:")) ?? best?.urls[0];
}
