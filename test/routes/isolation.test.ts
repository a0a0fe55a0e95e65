import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RecordTable } from "../../shared/platform/errors.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import { call, callForBytes } from "../support/api.ts";
import { queryParameters } from "../support/endpoints.ts";
import { estates } from "../support/estates.ts";
import { invalid, labelOf, notFound } from "../support/expected.ts";
import { type Estate, fillEstate, makeEstate, makeSandbox } from "../support/factories.ts";
import {
  acceptedBody,
  acceptedRequest,
  type Kind,
  kindsInPath,
  kindsInQuery,
} from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";
import { casesFor, thoroughly, thoroughTest } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

/** A parameter of a request that names a record. */
interface Position {
  route: string;
  in: "path" | "query";
  name: string;
  kind: Kind;
}

/** The query parameters that name no record. */
const OTHERS = [
  ...["erase", "cursor", "state", "sort", "q"],
  ...["page", "per_page", "since", "status", "type", "code", "severity", "language"],
  ...["email", "name", "hostname", "from", "to", "month", "timezone"],
  // Of the audit log, whose test asks with records of others.
  ...["actor", "action", "record"],
];

const MALFORMED = ["", "7", "no-uuid", "%00", "../users", "__proto__", `${newUuid()}0`];

const positions = routeKeys.flatMap(positionsOf);

function positionsOf(route: string): Position[] {
  const inPath = kindsInPath(route).map(
    (kind) => ({ route, in: "path", name: `${kind}_uuid`, kind }) as const,
  );
  if (inPath.length > 0) return inPath;
  return kindsInQuery(route).map((kind) => ({ route, in: "query", name: `${kind}Uuid`, kind }));
}

/** The reseller's own request, with another id at one position. */
function requestOf(estate: Estate, { route, ...position }: Position, id: string, body?: unknown) {
  const request = { ...acceptedRequest(route, estate), body };
  // One of several is enough.
  if (["GET /v1/findings", "GET /v1/shares"].includes(route))
    return { ...request, query: { [position.name]: id } };
  return position.in === "path"
    ? { ...request, uuid: { ...(request.uuid as object), [position.name]: id } }
    : { ...request, query: { ...request.query, [position.name]: id } };
}

const estateFor = estates();
let own: Estate;
let other: Estate;
/** The reseller's own sandbox. */
let sandbox: Estate;
let before: Record<string, unknown>;

beforeAll(async () => {
  own = await makeEstate();
  other = await makeEstate();
  sandbox = await fillEstate(await makeSandbox(own.reseller));
  before = await snapshotOf(other.reseller.uuid);
  expect(Object.keys(before).length).toBeGreaterThan(15);
});

afterAll(async () => {
  expect(await snapshotOf(other.reseller.uuid)).toEqual(before);
});

test("every parameter that names a record is tested", () => {
  const inPaths = routeKeys.flatMap((route) => route.match(/\{.*?\}/g) ?? []);
  const inQueries = routeKeys.flatMap(queryParameters).filter((name) => !OTHERS.includes(name));
  const names = [...inPaths.map((name) => name.slice(1, -1)), ...inQueries];
  expect(positions.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

const numbered = positions.map((position, index) => ({ ...position, index }));

// By `npm test`, each parameter gets one malformed id, and every second one a record of the sandbox or of another kind.
describe.each(numbered)("$route, $name in the $in", ({ index, ...position }) => {
  const { route, kind, name } = position;
  const bodies = acceptedBody(route)
    ? [acceptedBody(route), {}, { hostname: 7, name: 7 }]
    : [undefined];
  const body = acceptedBody(route);
  const table = kind.replace(/y$/, "ie").replace(/ss$/, "sse").concat("s") as RecordTable;

  /** The bytes of the answer, without the id that was sent: the URLs in `meta` repeat it. */
  async function answerTo(id: string, sent: unknown, asker = own) {
    const bytes = await callForBytes(route, requestOf(asker, position, id, sent));
    return bytes.replaceAll(id, "ID");
  }

  thoroughTest(
    "serves the reseller's own, also by its id in capitals",
    async () => {
      const fresh = await estateFor(route);
      const bytes = await answerTo(fresh[kind].toUpperCase(), body, fresh);
      expect(bytes).toMatch(/^\{"statusCode":200/);
      if (!route.startsWith("GET ")) return;
      expect(bytes.replaceAll("ID", fresh[kind])).toBe(
        (await answerTo(fresh[kind], body, fresh)).replaceAll("ID", fresh[kind]),
      );
    },
    { sample: route.startsWith("GET ") },
  );

  test("reports a missing record", async () => {
    const response = await call(route, requestOf(own, position, newUuid(), body));
    if (position.in === "path") expect(response).toEqual(notFound(table));
    else if (route.startsWith("GET "))
      expect(response).toMatchObject({ status: 200, body: { data: [] } });
    else expect(response).toEqual(invalid({ [name]: { exists: expect.anything() } }));
  });

  test.each(thoroughly(bodies, bodies.slice(0, 1)))(
    "answers another reseller's record like a missing one (body %j)",
    async (sent) => {
      const missing = await answerTo(newUuid(), sent);
      for (const id of thoroughly([other[kind], other[kind].toUpperCase()]))
        expect(await answerTo(id, sent)).toBe(missing);
    },
  );

  thoroughTest(
    "answers a record of the sandbox like a missing one, and the reverse",
    async () => {
      const missing = await answerTo(newUuid(), body);
      expect(await answerTo(sandbox[kind], body)).toBe(missing);
      expect(await answerTo(twinOf(own[kind]), body)).toBe(missing);
      const missingThere = await answerTo(newUuid(), body, sandbox);
      expect(await answerTo(own[kind], body, sandbox)).toBe(missingThere);
    },
    { sample: index % 4 === 0 },
  );

  thoroughTest(
    "answers an id of another kind like a missing one",
    async () => {
      const missing = await answerTo(newUuid(), body);
      const { reseller, ...records } = own;
      const others = Object.values(records).filter((uuid) => uuid !== own[kind]);
      for (const wrong of casesFor(index, others))
        expect(await answerTo(wrong, body)).toBe(missing);
      expect(await answerTo(reseller.uuid, body)).toBe(missing);
    },
    { sample: index % 4 === 2 },
  );

  test.each(casesFor(index, MALFORMED))("refuses %j", async (id) => {
    const response = await call(route, requestOf(own, position, id, body));
    expect(response).toEqual(
      position.in === "path"
        ? notFound(table)
        : invalid({ [name]: { format: `${labelOf(name)} must be one valid UUID` } }),
    );
  });
});

describe("a route that names no record in its path or query", () => {
  test.each(routeKeys.filter((route) => positionsOf(route).length === 0))(
    "%s answers nothing of another reseller",
    async (route) => {
      const bytes = await callForBytes(route, acceptedRequest(route, own));
      expect(bytes).toMatch(/^\{"statusCode":200/);
      for (const id of [...idsOf(other), ...idsOf(sandbox)]) expect(bytes).not.toContain(id);
      const there = await callForBytes(route, acceptedRequest(route, sandbox));
      expect(there).toMatch(/^\{"statusCode":200/);
      for (const id of [...idsOf(other), ...idsOf(own)]) expect(there).not.toContain(id);
    },
  );
});

// The body of a share names a record: its own tests send another reseller's.
const bodied = routeKeys.filter((route) => acceptedBody(route) && route !== "POST /v1/shares");

test.each(bodied)("%s takes no other reseller's ids from the body", async (route) => {
  const { reseller, user, business, website } = other;
  const foreign = {
    uuid: website,
    reseller_uuid: reseller.uuid,
    user_uuid: user,
    business_uuid: business,
    plan_uuid: reseller.planUuid,
  };
  const mine = await estateFor(route);
  const body = { ...acceptedBody(route), ...foreign };
  const response = await call(route, { ...acceptedRequest(route, mine), body });
  expect(response.status).toBe(200);
  for (const id of idsOf(other)) expect(JSON.stringify(response)).not.toContain(id);
});

function idsOf({ reseller, ...records }: Estate): string[] {
  return [reseller.uuid, reseller.planUuid, ...Object.values(records)];
}
