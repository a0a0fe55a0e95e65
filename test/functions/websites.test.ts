import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import {
  makeBusiness,
  makeReseller,
  makeUser,
  makeWebsite,
  type TestReseller,
} from "../support/factories.ts";

const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

let reseller: TestReseller;
let businessUuid: string;

beforeAll(async () => {
  reseller = await makeReseller();
  businessUuid = await makeBusiness(reseller, await makeUser(reseller));
});

describe("POST /v1/websites", () => {
  test("creates a website that is up until a check has found it down", async () => {
    const response = await call("POST /v1/websites", {
      key: reseller.key,
      query: { businessUuid },
      body: { hostname: "https://www.example.com/shop" },
    });
    expect(response).toEqual({
      status: 200,
      headers: {
        "content-type": "application/json",
        "cache-control": "no-store",
        "x-request-id": expect.any(String),
      },
      body: {
        message: "Website created",
        success: true,
        data: {
          uuid: UUID,
          hostname: "https://www.example.com/shop",
          business_uuid: businessUuid,
          created_at: TIMESTAMP,
          updated_at: TIMESTAMP,
          is_hostname_up: true,
        },
      },
    });
    const { uuid } = response.body.data;
    const fetched = await call("GET /v1/websites/{website_uuid}", { key: reseller.key, uuid });
    expect(fetched.body).toEqual({ data: response.body.data });
  });
});
