/** The parts of the description that hold for the whole API, in Markdown. */
export const about = `
Manage users, businesses, websites and competitors, and read the results of monitoring and audits.

- **Key.** Send a key of your account in the header \`api-key\` of each request. A key can be read-only, limited to
  certain addresses, or a test key (\`rwm_test_…\`) of your sandbox; a request that it does not allow is answered
  with 403. \`GET /v1/account\` shows the key's permissions.
- **Answers** are JSON. A request that succeeds is answered with 200, also if it creates something. An empty field is
  \`null\` if its schema allows it, otherwise \`""\`.
- **A PATCH** changes the fields that are sent and keeps the rest. \`null\` is refused.
- **Times** are ISO 8601 in UTC: \`2026-01-31T09:30:00+00:00\`.
- **Pages.** Lists with \`meta\` take \`per_page\`; follow \`meta.next_page_url\` until it is \`null\`.
- **Unknown fields** of a body are ignored, and read-only fields cannot be set. **Unknown query parameters** are
  ignored, too, and named in the header \`x-ignored-parameters\`; lists that take the header \`prefer\` refuse them.
- **Compression.** Bodies of a kilobyte or more are compressed for clients that send \`accept-encoding: br\` or
  \`gzip\`.
- **HEAD** answers like GET, without the body; **OPTIONS** answers 204 with the methods in \`allow\`.
- **Web pages** of other origins cannot call the API (CORS). A key does not belong in a page.
- **Unknown paths** are answered with 404. A path that does not take the method is answered with 405, with the methods
  that it takes in the header \`allow\`. Both have the body \`{"code": …, "message": …}\`, and need no key.
- **\`GET /health\`** answers 200 \`{"status": "ok", "version": …}\` without a key, or 503 with the status \`failing\`;
  \`/.well-known/security.txt\` names the contact for reports of vulnerabilities.
- **Retries.** Repeat a request that was answered with 429 or 503 after the seconds in \`retry-after\`. A POST that
  was answered with 503 may have worked: send an \`idempotency-key\` with every POST, and it is done only once.
`.trim();
