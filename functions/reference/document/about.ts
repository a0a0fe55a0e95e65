/** What holds for the whole API, in Markdown. */
export const about = `
Manage users, businesses, websites and competitors, and read what monitoring and audits have found.

- **Key.** Each request has a key of your account in the header \`api-key\`.
- **Answers** are JSON. What succeeds answers 200, a creation too. What is not filled is \`null\` where the
  schema allows that, else an empty string.
- **A PATCH** changes the fields that are sent and keeps the rest. \`null\` is refused.
- **Times** are ISO 8601 in UTC: \`2026-01-31T09:30:00+00:00\`.
- **Pages.** Lists with \`meta\` take \`page\` and \`per_page\`; follow \`meta.next_page_url\` until it is \`null\`.
- **Unknown fields** of a body are ignored, and read-only ones can't be set.
- **Unknown paths** answer 404. A path that does not take the method answers 405, with the methods that it
  takes in the header \`allow\`. Both are \`{"code": …, "message": …}\`, and need no key.
- **Try again** what answered 429 or 503 after the seconds that \`retry-after\` says. A POST that answered 503
  may have been done: look first.
`.trim();
