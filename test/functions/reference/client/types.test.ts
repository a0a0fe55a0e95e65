import { describe, expectTypeOf, it } from "vitest";
import {
  type ApiError,
  createClient,
  type WebhookEvent,
} from "../../../../functions/reference/client/index.ts";
import type * as schema from "../../../../functions/reference/client/schema.ts";

// Only for their types: nothing is called.
const api = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "none" });
const never = async (_: () => unknown) => {};
const uuid = "01a1f3c2-8d4e-7b6a-9c5d-000000000004";

describe("the types of the client", () => {
  it("give data or an error, never both", async () => {
    await never(async () => {
      const { data, error } = await api.GET("/v1/websites/{website_uuid}", {
        params: { path: { website_uuid: uuid } },
      });
      // @ts-expect-error: there may be none
      data.data;
      if (error) return;
      expectTypeOf(data.data).toEqualTypeOf<schema.Website>();
    });
  });

  it("refuse what the service does not take", async () => {
    await never(async () => {
      // @ts-expect-error: there is no such path
      await api.GET("/v1/nothing");
      // @ts-expect-error: the path does not have the method
      await api.DELETE("/v1/users");
      // @ts-expect-error: the parameter is required
      await api.GET("/v1/businesses");
      // @ts-expect-error: it has another name
      await api.GET("/v1/businesses", { params: { query: { user_uuid: uuid } } });
      await api.POST("/v1/websites", {
        params: { query: { businessUuid: uuid } },
        // @ts-expect-error: the body needs a host name
        body: {},
      });
      await api.PATCH("/v1/businesses/{business_uuid}", {
        params: { path: { business_uuid: uuid } },
        // @ts-expect-error: null is refused
        body: { name: null },
      });
      // @ts-expect-error: there is no such option
      await api.GET("/v1/plans", { retries: 3 });
      // @ts-expect-error: a client has a key
      createClient({ baseUrl: "http://127.0.0.1:9" });
    });
  });

  it("let out what may be left out", async () => {
    await never(async () => {
      await api.GET("/v1/users");
      await api.GET("/v1/users", { params: { query: { page: 2 } }, signal: AbortSignal.abort() });
      await api.PATCH("/v1/businesses/{business_uuid}", {
        params: { path: { business_uuid: uuid } },
        body: {},
      });
    });
  });

  it("know what a list is of, and what is no list", async () => {
    await never(async () => {
      for await (const user of api.items("/v1/users")) {
        expectTypeOf(user).toEqualTypeOf<schema.User>();
      }
      for await (const { data } of api.pages("/v1/plans")) {
        expectTypeOf(data).toEqualTypeOf<{ data: schema.Plan[] } | undefined>();
      }
      // @ts-expect-error: one record is no list
      api.items("/v1/websites/{website_uuid}", { params: { path: { website_uuid: uuid } } });
    });
  });

  it("tell errors apart by their kind", () => {
    const read = (error: ApiError) => {
      // @ts-expect-error: only a validation has fields
      error.fields;
      if (error.kind === "validation") return error.fields["hostname"]?.rule;
      if (error.kind === "network") return error.cause;
      // @ts-expect-error: there is no such kind
      return error.kind === "nothing";
    };
    expectTypeOf(read).returns.toEqualTypeOf<unknown>();
  });

  it("tell events apart by their type", () => {
    const read = (event: WebhookEvent) => {
      if (event.type === "user.onboarded") {
        expectTypeOf(event.data).toEqualTypeOf<schema.User | schema.Identifiers>();
      }
      // @ts-expect-error: there is no such type
      return event.type === "user.forgotten";
    };
    expectTypeOf(read).returns.toEqualTypeOf<boolean>();
  });

  it("tell feed items apart by their type", () => {
    const read = (item: schema.FeedItem) =>
      item.type === "broken_links" ? item.data.new_links_broken_count : undefined;
    expectTypeOf(read).returns.toEqualTypeOf<number | undefined>();
  });
});
