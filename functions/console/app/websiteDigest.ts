import type { Page } from "./page.ts";

const PER_PAGE = 100;
/** The places of websites in the digests of their businesses. */
const places = new Map<string, number>();

/** The digest of a website: the API lists them by business, so its place there is found once and kept. */
export async function readDigestOf<Digest extends { uuid: string }>(
  website_uuid: string,
  read: (query: { page: number; per_page: number }) => Promise<Page<Digest>>,
): Promise<Digest | undefined> {
  const place = places.get(website_uuid);
  if (place !== undefined) {
    const [digest] = (await read({ page: place, per_page: 1 })).data;
    if (digest?.uuid === website_uuid) return digest;
  }
  for (let page = 1; ; page += 1) {
    const { data, meta } = await read({ page, per_page: PER_PAGE });
    const index = data.findIndex(({ uuid }) => uuid === website_uuid);
    if (index >= 0) places.set(website_uuid, (page - 1) * PER_PAGE + index + 1);
    if (index >= 0 || page >= meta.last_page) return data[index];
  }
}
