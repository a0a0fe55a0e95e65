import { Parser } from "htmlparser2";

export interface Feed {
  posts_count: number;
  last_post_at?: Date;
}

const EARLIEST = Date.UTC(1995, 0);
const DAY_MS = 86_400_000;
const MAX_POSTS = 1000;
/** No feed nests like this. */
const MAX_DEPTH = 100;
const MAX_DATE_LENGTH = 100;

const POSTS = new Set(["item", "entry"]);
/** `updated` only counts if a post has no other date. */
const DATES = new Set(["pubDate", "date", "published", "updated"]);

/**
 * Reads the dates of the posts in an RSS or Atom feed: `pubDate`, `dc:date` or `published`, or else
 * `updated`, of each `item` or `entry`, with any prefix. The dates of the feed itself don't count, because
 * they change without a post. A text that is cut off counts as far as it goes.
 */
export function readFeed(xml: string, now: Date): Feed {
  const posts = readPosts(xml);
  const times = posts.flatMap(({ published, updated }) => dateOf(published || updated || "") ?? []);
  const last = newestDate(times, now);
  return { posts_count: posts.length, ...(last && { last_post_at: last }) };
}

interface Post {
  published?: string;
  updated?: string;
}

/** A feed need not be well-formed: surplus end tags are skipped, and elements may stay open. */
function readPosts(xml: string): Post[] {
  const posts: Post[] = [];
  let depth = 0;
  let post: { depth: number; dates: Post } | undefined;
  let date: { depth: number; text: string } | undefined;
  const parser = new Parser(
    {
      onopentag(name) {
        depth += 1;
        if (depth > MAX_DEPTH) return parser.pause();
        if (!post && POSTS.has(localName(name))) {
          if (posts.length === MAX_POSTS) return parser.pause();
          post = { depth, dates: {} };
          posts.push(post.dates);
        } else if (post?.depth === depth - 1 && DATES.has(localName(name))) {
          date = { depth, text: "" };
        }
      },
      ontext(text) {
        if (date?.depth === depth && date.text.length < MAX_DATE_LENGTH)
          date.text += text.slice(0, MAX_DATE_LENGTH);
      },
      onclosetag(name) {
        if (date?.depth === depth) {
          const kind = localName(name) === "updated" ? "updated" : "published";
          if (post) post.dates[kind] ??= date.text;
          date = undefined;
        }
        if (post?.depth === depth) post = undefined;
        depth -= 1;
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  return posts;
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The letters of a zone after the time: `CET`. JavaScript knows those of RFC 5322 alone. */
const ZONE_LETTERS = /(:\d\d)\s+\(?[A-Z]{1,5}\)?$/i;

/**
 * The time in a text, in milliseconds since 1970. A text without a year of four digits is no date:
 * `Date.parse` would accept "1". An unknown zone counts as UTC (RFC 5322, 4.3).
 */
export function dateOf(text: string): number | undefined {
  if (!/\d{4}/.test(text)) return undefined;
  const date = text.trim();
  const parsed = Date.parse(date);
  const time = Number.isNaN(parsed) ? Date.parse(date.replace(ZONE_LETTERS, "$1 +0000")) : parsed;
  return time >= EARLIEST ? time : undefined;
}

/** The newest time that is not in the future; a day is allowed for time zones. */
export function newestDate(times: number[], now: Date): Date | undefined {
  const past = times.filter((time) => time <= now.getTime() + DAY_MS);
  return past.length === 0 ? undefined : new Date(past.reduce((a, b) => Math.max(a, b)));
}
