import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { email } from "../../../shared/fields/fields.ts";
import { unspaced } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { pageOf } from "../../../shared/http/envelopes.ts";
import {
  offsetOf,
  pageQuery,
  paginated,
  readRequestedPage,
} from "../../../shared/http/pagination.ts";
import { findUserByEmail, users } from "../../../shared/lists/users.ts";
import { userSchema } from "../../../shared/resources/schemas.ts";
import { presentUser } from "../../../shared/resources/user.ts";

export const listUsers = endpoint({
  route: "GET /v1/users",
  id: "listUsers",
  summary: "List your users",
  details: "Oldest first.",
  response: () => pageOf(userSchema),
  query: z.object({
    email: described(
      z.optional(z.pipe(unspaced, email("Email"))),
      "Only the user with this address; case is ignored.",
      "ada@example.com",
    ),
    ...pageQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const { email } = query;
    const { records, total } =
      email === undefined
        ? await readRequestedPage(users, { reseller_uuid }, query)
        : await pageOfOne(reseller_uuid, { ...offsetOf(query), email });
    return paginated(event, query, { records: records.map(presentUser), total });
  },
});

async function pageOfOne(
  reseller_uuid: string,
  { offset, limit, email }: { offset: number; limit: number; email: string },
) {
  const user = await findUserByEmail(reseller_uuid, email);
  const found = user ? [user] : [];
  return { records: found.slice(offset, offset + limit), total: found.length };
}
