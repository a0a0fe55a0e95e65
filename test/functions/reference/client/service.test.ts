import { beforeAll, describe, expect, it } from "vitest";
import {
  ApiFailure,
  type Client,
  createClient,
  orThrow,
} from "../../../../functions/reference/client/index.ts";
import {
  makeEstate,
  makeFeedItem,
  makeKey,
  makeReseller,
  makeUser,
} from "../../../support/factories.ts";
import { startService } from "../../../support/service.ts";
import { collect, startSteps } from "./support.ts";

const NOBODY = "01a1f3c2-8d4e-7b6a-9c5d-000000000004";

let baseUrl: string;
let estate: Awaited<ReturnType<typeof makeEstate>>;
let api: Client;

beforeAll(async () => {
  baseUrl = await startService();
  estate = await makeEstate();
  api = createClient({ baseUrl: `${baseUrl}/`, apiKey: estate.reseller.key });
});

describe("a call of the service", () => {
  it("gives the body of the answer", async () => {
    const { user, business } = estate;
    const query = { userUuid: user };
    const { data } = await api.GET("/v1/businesses", { params: { query } });
    expect(data?.meta.total).toBe(2);
    const path = { business_uuid: business };
    const changed = await api.PATCH("/v1/businesses/{business_uuid}", {
      params: { path },
      body: { name: "Better Bakery" },
    });
    expect(changed.data?.data).toMatchObject({ uuid: business, name: "Better Bakery" });
    const fetched = await orThrow(api.GET("/v1/businesses/{business_uuid}", { params: { path } }));
    expect(fetched.data.name).toBe("Better Bakery");
  });

  it("creates and deletes", async () => {
    const created = await orThrow(
      api.POST("/v1/websites", {
        params: { query: { businessUuid: estate.business } },
        body: { hostname: "example.com" },
      }),
    );
    const params = { path: { website_uuid: created.data.uuid } };
    expect((await api.DELETE("/v1/websites/{website_uuid}", { params })).data?.success).toBe(true);
    const { error } = await api.DELETE("/v1/websites/{website_uuid}", { params });
    expect(error?.kind).toBe("not_found");
  });
});

describe("an error of the service", () => {
  it("names the fields that break a rule, and the rules", async () => {
    const { error } = await api.POST("/v1/onboarding", {
      body: {
        email: "nobody",
        first_name: "",
        last_name: "Hopper",
        language_preference: "en-GB",
        business: {
          business_name: "Compilers",
          hostname: "a b",
          address_line_1: "1 Mill Street",
          city: "London",
          phone_number: "+442071838750",
          country_code: "GB",
        },
      },
    });
    expect(error).toEqual({
      kind: "validation",
      status: 422,
      message: expect.stringContaining("Email must have the form name@example.com; First name"),
      fields: {
        email: { rule: "format", text: "Email must have the form name@example.com" },
        first_name: { rule: "required", text: expect.any(String) },
        "business.hostname": { rule: "format", text: expect.any(String) },
      },
      requestId: expect.any(String),
      retryAfterMs: undefined,
      mayHaveBeenDone: false,
      attempts: 1,
    });
  });

  it("says that there is no such record, and that a key is not accepted", async () => {
    const params = { path: { website_uuid: NOBODY } };
    expect((await api.GET("/v1/websites/{website_uuid}", { params })).error).toMatchObject({
      kind: "not_found",
      status: 404,
      message: 'Record not found in table "websites"',
    });
    const stranger = createClient({ baseUrl, apiKey: "wrong" });
    expect((await stranger.GET("/v1/users")).error).toMatchObject({
      kind: "unauthorized",
      status: 401,
      message: "Authentication is required to continue",
    });
    const apiKey = await makeKey(estate.reseller.uuid, { is_read_only: true });
    const reader = createClient({ baseUrl, apiKey });
    const body = { endpoint: "https://hooks.example.com/in" };
    expect((await reader.POST("/v1/webhooks", { body })).error).toMatchObject({
      kind: "forbidden",
      status: 403,
    });
  });

  it("is thrown by orThrow, with the error in it", async () => {
    const params = { path: { website_uuid: NOBODY } };
    const thrown = await orThrow(api.GET("/v1/websites/{website_uuid}", { params })).catch(
      (error) => error,
    );
    expect(thrown).toBeInstanceOf(ApiFailure);
    expect(thrown.message).toBe('not_found: Record not found in table "websites"');
    expect(thrown.error.kind).toBe("not_found");
  });
});

describe("a list", () => {
  it("is followed over its pages, or record by record", async () => {
    const reseller = await makeReseller();
    const users: string[] = [];
    for (let count = 0; count < 5; count += 1) users.push(await makeUser(reseller));
    const own = createClient({ baseUrl, apiKey: reseller.key });
    const params = { query: { per_page: 2 } };

    const pages: (string[] | undefined)[] = [];
    for await (const { data } of own.pages("/v1/users", { params })) {
      pages.push(data?.data.map(({ uuid }) => uuid));
    }
    expect(pages).toEqual([users.slice(0, 2), users.slice(2, 4), users.slice(4)]);
    const items = await collect(own.items("/v1/users", { params }));
    expect(items.map(({ uuid }) => uuid)).toEqual(users);
  });

  it("without pages is one", async () => {
    const { reseller, business, website } = estate;
    const item = await makeFeedItem({
      reseller_uuid: reseller.uuid,
      business_uuid: business,
      website_uuid: website,
    });
    const params = { query: { businessUuid: business, websiteUuid: website } };
    const items = await collect(api.items("/v1/feed-items", { params }));
    expect(items.map(({ uuid }) => uuid)).toEqual([item]);
  });

  it("ends with the error that it meets", async () => {
    const params = { query: { businessUuid: "none" } };
    const pages = await collect(api.pages("/v1/websites", { params }));
    expect(pages.map(({ error }) => error?.kind)).toEqual(["validation"]);
    await expect(collect(api.items("/v1/websites", { params }))).rejects.toThrow("validation: ");
  });

  it("is not followed to another origin, where the key would go with it", async () => {
    const other = await startSteps(["well"]);
    const body = { data: [], meta: { next_page_url: `${other.site.url}/v1/users?page=2` } };
    const service = await startSteps(["well"], {}, body);
    const pages = await collect(service.api.pages("/v1/users"));
    expect(pages).toEqual([{ data: body }, { error: expect.objectContaining({ attempts: 1 }) }]);
    expect(pages[1]?.error).toMatchObject({ kind: "unexpected" });
    expect(other.requests).toEqual([]);
  });

  it("takes signal and headers along to each page, and asks again for one that fails", async () => {
    const body = { data: [], meta: { next_page_url: "" } };
    const service = await startSteps(["well", "drop", "well", { status: 500 }], {}, body);
    body.meta.next_page_url = `${service.site.url}/v1/users?page=2`;
    const headers = { "x-mine": "1" };
    const pages = await collect(service.api.pages("/v1/users", { headers }));
    expect(pages.map(({ error }) => error?.kind)).toEqual([undefined, undefined, "internal"]);
    expect(service.requests.map(({ url }) => url)).toEqual([
      "/v1/users",
      ...Array(3).fill("/v1/users?page=2"),
    ]);
    expect(service.requests.every((each) => each.headers["x-mine"] === "1")).toBe(true);
  });
});

it("a base URL has to be one", () => {
  expect(() => createClient({ baseUrl: "api.example.com", apiKey: "key" })).toThrow(TypeError);
  expect(() => createClient({ baseUrl: "file:///tmp", apiKey: "key" })).toThrow(TypeError);
});
