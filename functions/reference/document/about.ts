/** What holds for the whole API, in Markdown. */
export const about = `
Manage users, businesses, websites and competitors, and read what monitoring and audits have found.

- **Key.** Each request has a key of your account in the header \`api-key\`. A key can be read-only, limited to some
  addresses, or a test key (\`rwm_test_…\`) of your sandbox; what it may not do answers 403. \`GET /v1/account\`
  says what it may.
- **Answers** are JSON. What succeeds answers 200, a creation too. What is not filled is \`null\` where the
  schema allows that, else an empty string.
- **A PATCH** changes the fields that are sent and keeps the rest. \`null\` is refused.
- **Times** are ISO 8601 in UTC: \`2026-01-31T09:30:00+00:00\`.
- **Pages.** Lists with \`meta\` take \`page\` and \`per_page\`; follow \`meta.next_page_url\` until it is \`null\`.
- **Unknown fields** of a body are ignored, and read-only ones can't be set. **Unknown query parameters** are
  ignored too, and named in the header \`x-ignored-parameters\`.
- **What has not changed** need not be sent again: a GET answers an \`etag\`, and 304 without a body to
  \`if-none-match\` with it. A PATCH or DELETE with that tag in \`if-match\` is done only while the record is
  still the same, and else answers 412.
- **Bodies** of a kilobyte or more are compressed for who sends \`accept-encoding: br\` or \`gzip\`.
- **HEAD** answers what GET does, without the body; **OPTIONS** answers 204 with the methods in \`allow\`.
- **Web pages** can't call the API, unless the provider allows their origin (CORS): a key does not belong
  into a page.
- **Unknown paths** answer 404. A path that does not take the method answers 405, with the methods that it
  takes in the header \`allow\`. Both are \`{"code": …, "message": …}\`, and need no key.
- **\`GET /health\`** answers \`{"status": "ok", "version": …}\` without a key;
  \`/.well-known/security.txt\` says whom to tell of a weakness.
- **Try again** what answered 429 or 503 after the seconds that \`retry-after\` says. A POST that answered 503
  may have been done: send an \`idempotency-key\` with each, and it is done once.
`.trim();
