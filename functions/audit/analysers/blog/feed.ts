import { type LooseXmlHandlers, readLooseXml } from "../../looseXml.ts";

export interface Feed {
  posts_count: number;
  last_post_at?: Date;
}

const EARLIEST = Date.UTC(1995, 0);
const DAY_MS = 86_400_000;
const MAX_POSTS = 1000;
const MAX_DATE_LENGTH = 100;

const POSTS = new Set(["item", "entry"]);
/** `updated` counts where a post has no other. */
const DATES = new Set(["pubDate", "date", "published", "updated"]);

/**
 * Reads the dates of the posts in an RSS or Atom feed: `pubDate`, `dc:date` or `published`, or
 * else `updated`, of each `item` or `entry`, with whatever prefix; not those of the feed itself,
 * which change without a post. The text may end anywhere: what comes before it counts.
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

function readPosts(xml: string): Post[] {
  const posts: Post[] = [];
  let post: { depth: number; dates: Post } | undefined;
  let date: { depth: number; text: string } | undefined;
  const handlers: LooseXmlHandlers = {
    open(name, depth) {
      if (!post && POSTS.has(localName(name))) {
        post = { depth, dates: {} };
        posts.push(post.dates);
        if (posts.length > MAX_POSTS) throw new Error("more posts than are read");
      } else if (post?.depth === depth - 1 && DATES.has(localName(name))) {
        date = { depth, text: "" };
      }
    },
    text(text, depth) {
      if (date?.depth === depth && date.text.length < MAX_DATE_LENGTH)
        date.text += text.slice(0, MAX_DATE_LENGTH);
    },
    close(name, depth) {
      if (date?.depth === depth) {
        const kind = localName(name) === "updated" ? "updated" : "published";
        if (post) post.dates[kind] ??= date.text;
        date = undefined;
      }
      if (post?.depth === depth) post = undefined;
    },
  };
  try {
    readLooseXml(xml, handlers);
  } catch {
    // What was read up to here is what the feed says.
  }
  return posts.slice(0, MAX_POSTS);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/**
 * The time that a text says, in milliseconds since 1970. A text without a year of four digits is no
 * date: `Date.parse` takes "1" for one.
 */
export function dateOf(text: string): number | undefined {
  const time = /\d{4}/.test(text) ? Date.parse(text.trim()) : Number.NaN;
  return time >= EARLIEST ? time : undefined;
}

/** The newest time that a post may have had by now, give or take a time zone. */
export function newestDate(times: number[], now: Date): Date | undefined {
  const past = times.filter((time) => time <= now.getTime() + DAY_MS);
  return past.length === 0 ? undefined : new Date(past.reduce((a, b) => Math.max(a, b)));
}
