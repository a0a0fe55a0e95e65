import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
// The function that `api` calls below: at import it opens the connection by a request for nothing.
import "../../../../functions/api/websites/index.ts";
import { beforeAll, expect, test, vi } from "vitest";
import {
  type CommandName,
  catalogue as definitions,
} from "../../../../functions/operators/catalogue.ts";
import { kindOf } from "../../../../functions/operators/definition.ts";
import { apiFunctionNames } from "../../../../shared/http/routes.ts";
import {
  type Case,
  catalogue,
  commandNames,
  makeSite,
} from "../../../functions/operators/catalogue.ts";
import { answer, run, UUID } from "../../../functions/operators/run.ts";
import { itemsOf } from "../../../support/clientFaults.ts";
import { makeEstate } from "../../../support/factories.ts";
import { interceptRequests } from "../../../support/interceptRequests.ts";
import { makeCheck } from "../../function/scenarios/scenario.ts";
import { allowedTo, expectExactAccess } from "../../function/tableAccess.ts";
import { requestsOf, type TableRequest } from "../../function/tableRequests.ts";

/** The record of a command's only run. */
interface Run extends Case {
  answer: Awaited<ReturnType<typeof answer>> | undefined;
  /** The items that it wrote. */
  written: Set<string>;
}

const record = new Map<CommandName, Run>();
let requests: TableRequest[];

// Every command runs once for all tests of this file, with its uuids in capitals, and meets a conflict
// on each item it writes.
beforeAll(async () => {
  const prepared: [CommandName, Case][] = [];
  for (const name of commandNames) prepared.push([name, await catalogue[name](await makeSite())]);
  const runOthers = await prepareOthers();
  // No pauses before retries: their length is random.
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  requests = await requestsOf(async () => {
    for (const [name, example] of prepared) {
      const { end, met: written } = refuseFirstWrites();
      const response = await answer(name, inCapitals(example.input)).catch(() => undefined);
      end();
      record.set(name, { ...example, answer: response, written });
    }
    await runOthers();
  });
  random.mockRestore();
});

/** An input whose uuids are in capitals. */
function inCapitals(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      UUID.test(value) ? value.toUpperCase() : value,
    ]),
  );
}

/** Refuses the first write of each item, as DynamoDB does while a transaction writes it. */
function refuseFirstWrites() {
  const met = new Set<string>();
  const end = interceptRequests((request, values) => {
    if (/Write$/.test(request)) for (const item of itemsOf(values)) met.add(item);
    const [item = ""] = itemsOf(values);
    if (!["Put", "Update", "Delete"].includes(request) || met.has(item)) return;
    met.add(item);
    throw new TransactionConflictException({ message: "conflict", $metadata: {} });
  });
  return { end, met };
}

/** Table access of the commands beyond the catalogue: other records and fields. */
async function prepareOthers() {
  const estate = await makeEstate();
  const { reseller, business, website } = estate;
  const { uuid: reseller_uuid } = reseller;
  const site = { reseller_uuid, business_uuid: business, uuid: website };
  await makeCheck(site);
  return async () => {
    await run("find", { text: "a" });
    await run("show", { uuid: reseller_uuid });
    await run("plan list", {});
    const plan = await run("plan create", { reseller_uuid, name: "named", with: ["ssl"] });
    await run("plan update", { uuid: plan.uuid, default: true });
  };
}

test("the operators' role allows exactly what the commands and the API's endpoints do with the table", () => {
  // No key is checked, and no request is counted.
  const endpoints = apiFunctionNames
    .flatMap(allowedTo)
    .filter((access) => !/ apiKey#|UpdateItem rate#/.test(access));
  expectExactAccess("operators", requests, endpoints);
});

test.each(commandNames)("%s retries when a transaction holds an item it writes", async (name) => {
  const { answer, happened } = record.get(name) ?? {};
  expect(answer).toMatchObject({ ok: true });
  if (happened) expect(await happened()).toBe(true);
});

test.each(commandNames.filter((name) => kindOf(definitions[name], {}) === "read"))(
  "%s only reads",
  (name) => {
    expect([...(record.get(name)?.written ?? [])]).toEqual([]);
  },
);
