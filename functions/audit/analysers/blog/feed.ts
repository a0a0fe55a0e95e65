export interface Feed {
  posts_count: number;
  last_post_at?: Date;
}

const EARLIEST = Date.UTC(1995, 0);
const DAY_MS = 86_400_000;
const MAX_POSTS = 1000;

/**
 * Reads the dates of the posts in an RSS or Atom feed: `pubDate`, `dc:date` or `published`, or
 * else `updated`, of each `item` or `entry`; not those of the feed itself, which change without a
 * post. A look at these elements is enough: a feed that is not well-formed still tells its dates.
 */
export function readFeed(xml: string, now: Date): Feed {
  const posts = xml.split(/<(?:item|entry)(?=[\s>])/).slice(1, MAX_POSTS + 1);
  const last = newestDate(posts.map(dateOfPost), now);
  return { posts_count: posts.length, ...(last && { last_post_at: last }) };
}

function dateOfPost(post: string): string {
  const dates = [
    ...post.matchAll(/<(pubDate|dc:date|published|updated)[^<>]{0,200}>([^<]{1,100})</g),
  ];
  const published = dates.find(([, name]) => name !== "updated") ?? dates[0];
  return published?.[2] ?? "";
}

/**
 * The newest date that a post may have had by now, give or take a time zone. A text without a year
 * of four digits is no date: `Date.parse` takes "1" for one.
 */
export function newestDate(texts: string[], now: Date): Date | undefined {
  const times = texts
    .filter((text) => /\d{4}/.test(text))
    .map((text) => Date.parse(text))
    .filter((time) => time >= EARLIEST && time <= now.getTime() + DAY_MS);
  return times.length === 0 ? undefined : new Date(times.reduce((a, b) => Math.max(a, b)));
}
