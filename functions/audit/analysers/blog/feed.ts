import { Tokenizer } from "htmlparser2";

export interface Feed {
  posts_count: number;
  last_post_at?: Date;
}

const EARLIEST = Date.UTC(1995, 0);
const DAY_MS = 86_400_000;
const MAX_POSTS = 1000;
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
    // What was read before the error counts.
  }
  return posts.slice(0, MAX_POSTS);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/**
 * The time in a text, in milliseconds since 1970. A text without a year of four digits is no date:
 * `Date.parse` would accept "1".
 */
export function dateOf(text: string): number | undefined {
  const time = /\d{4}/.test(text) ? Date.parse(text.trim()) : Number.NaN;
  return time >= EARLIEST ? time : undefined;
}

/** The newest time that is not in the future; a day is allowed for time zones. */
export function newestDate(times: number[], now: Date): Date | undefined {
  const past = times.filter((time) => time <= now.getTime() + DAY_MS);
  return past.length === 0 ? undefined : new Date(past.reduce((a, b) => Math.max(a, b)));
}

/** No feed nests like this. */
const MAX_DEPTH = 100;

interface LooseXmlHandlers {
  /** An element begins; the root has depth 1. The name has its prefix. */
  open(name: string, depth: number): void;
  /** Text or CDATA of the element at this depth; may come in pieces. */
  text(text: string, depth: number): void;
  close(name: string, depth: number): void;
}

/**
 * Reads XML that need not be well-formed, in linear time. An end tag without a start tag is skipped, one of
 * an outer element closes the elements in it, and elements may stay open. Throws if they nest too deeply.
 */
function readLooseXml(xml: string, handlers: LooseXmlHandlers) {
  const open: string[] = [];
  let name = "";

  function begin() {
    if (open.length >= MAX_DEPTH) throw new Error("elements nested too deeply");
    open.push(name);
    handlers.open(name, open.length);
  }

  function end(name: string) {
    const place = open.lastIndexOf(name);
    while (place >= 0 && open.length > place) {
      handlers.close(open.at(-1) ?? "", open.length);
      open.pop();
    }
  }

  const tokenizer = new Tokenizer(
    { xmlMode: true },
    {
      onopentagname: (start, end) => {
        name = xml.slice(start, end);
      },
      onopentagend: begin,
      onselfclosingtag() {
        begin();
        end(name);
      },
      onclosetag: (start, stop) => end(xml.slice(start, stop)),
      ontext: (start, end) => handlers.text(xml.slice(start, end), open.length),
      ontextentity: (codePoint) => handlers.text(String.fromCodePoint(codePoint), open.length),
      oncdata: (start, end, offset) => handlers.text(xml.slice(start, end - offset), open.length),
      isInForeignContext: () => true,
      onattribname: ignore,
      onattribdata: ignore,
      onattribentity: ignore,
      onattribend: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(xml);
}

function ignore() {}
