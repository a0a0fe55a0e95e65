import { describe, expect, test } from "vitest";
import { handler } from "../../../functions/admin/index.ts";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { generateApiKey, identifyApiKey } from "../../../shared/http/apiKey.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { makeCheck } from "../../infra/scenarios/scenario.ts";
import { injectFault } from "../../support/clientFaults.ts";
import { type Estate, makeCustomFields, makeEstate } from "../../support/factories.ts";
import { answer, run } from "./run.ts";

interface Case {
  input: object;
  /** Whether the command has happened, and once. */
  happened?(): Promise<boolean>;
}

const named = (records: { name?: string; uuid?: string }[], name: string) =>
  records.filter((record) => record.name === name).length === 1;

/** Each command, with what it takes of an estate of its own. */
const COMMANDS: Record<string, (estate: Estate) => Case | Promise<Case>> = {
  find: () => ({ input: { text: "exam" } }),
  show: ({ business }) => ({ input: { uuid: business } }),
  "website explain": ({ website }) => ({ input: { website } }),
  "reseller create": () => {
    const name = `Fault ${newUuid()}`;
    const happened = async () => named((await run("find", { text: name })).found, name);
    return { input: { name, new_uuid: newUuid() }, happened };
  },
  "reseller delete": ({ reseller: { uuid } }) => ({
    input: { uuid, yes: true },
    happened: async () => (await run("key list", { reseller_uuid: uuid })).length === 0,
  }),
  "key create": ({ reseller: { uuid: reseller_uuid } }) => {
    const input = { reseller_uuid, name: "faulty", key: generateApiKey() };
    const happened = async () => named(await run("key list", { reseller_uuid }), "faulty");
    return { input, happened };
  },
  "key rotate": async ({ reseller: { uuid: reseller_uuid } }) => {
    const { uuid } = await run("key create", { reseller_uuid, name: "old" });
    const key = generateApiKey();
    const happened = async () => {
      const { data } = await ApiKey.get({ uuid }).go();
      const keys: { uuid: string }[] = await run("key list", { reseller_uuid });
      return Boolean(data?.expires_at) && keys.length === 3 && isAmong(keys, key);
    };
    return { input: { uuid, key }, happened };
  },
  "plan create": ({ reseller: { uuid: reseller_uuid } }) => ({
    input: { reseller_uuid, name: "faulty", new_uuid: newUuid(), default: true },
    happened: async () => named(await run("plan list", { reseller_uuid }), "faulty"),
  }),
  "plan delete": async ({ reseller, business }) => {
    const { uuid: reseller_uuid, planUuid: move_to } = reseller;
    const { uuid } = await run("plan create", { reseller_uuid, name: "faulty" });
    await run("business set-plan", { business_uuid: business, plan_uuid: uuid });
    const happened = async () => (await run("plan list", { reseller_uuid })).length === 1;
    return { input: { uuid, move_to }, happened };
  },
  "custom-field create": ({ reseller: { uuid: reseller_uuid } }) => ({
    input: { reseller_uuid, name: "faulty", type: "text", new_uuid: newUuid() },
    happened: async () => named(await run("custom-field list", { reseller_uuid }), "faulty"),
  }),
  "custom-field update": async ({ reseller }) => {
    const [field] = await makeCustomFields(reseller, [{ name: "a" }]);
    const input = { uuid: field?.uuid, reseller_uuid: reseller.uuid, name: "faulty" };
    const list = () => run("custom-field list", { reseller_uuid: reseller.uuid });
    return { input, happened: async () => named(await list(), "faulty") };
  },
  "website delete": ({ website }) => ({ input: { website, yes: true }, happened: isGone(website) }),
  "user delete": ({ user }) => ({ input: { uuid: user, yes: true }, happened: isGone(user) }),
  "competitor reread": ({ competitor }) => ({ input: { uuid: competitor } }),
};

function isAmong(keys: { uuid: string }[], key: string) {
  return keys.some(({ uuid }) => uuid === identifyApiKey(key).uuid);
}

function isGone(uuid: string) {
  return async () => !(await answer("show", { uuid })).ok;
}

async function prepare(command: string): Promise<Case> {
  const estate = await makeEstate();
  const site = { reseller_uuid: estate.reseller.uuid, business_uuid: estate.business };
  for (const kind of ["uptime", "audit"] as const) {
    await makeCheck({ ...site, uuid: estate.website, kind });
  }
  const made = COMMANDS[command];
  if (!made) throw new Error(`No case of ${command}`);
  return await made(estate);
}

const SENTENCE =
  /^AWS or the database (failed \(ECONNRESET, request id call-1\): try again; what is done already is not done twice|is busy \(request id call-1\): try again in a moment)\.$/;

/** The calls that a command makes, by their numbers; of the same ones in a row the first. */
async function callsOf(command: string): Promise<number[]> {
  const { input } = await prepare(command);
  const end = injectFault(0, "before");
  await answer(command, input);
  const calls = end();
  return calls.flatMap((call, index) => (call === calls[index - 1] ? [] : [index + 1]));
}

describe.each(Object.keys(COMMANDS))("%s", (command) => {
  test("happens once, whichever of its calls fails, is done and fails, or is done and not answered", async () => {
    let prepared: Case | undefined;
    for (const at of await callsOf(command)) {
      for (const when of ["before", "after", "lost"] as const) {
        // What only reads can be asked again of the same records.
        if (!prepared || prepared.happened) prepared = await prepare(command);
        const { input, happened } = prepared;
        const end = injectFault(at, when);
        const error = await handler({ command, input: { ...input } }, { awsRequestId: "call-1" })
          .then(({ ok }) => (ok ? undefined : new Error("Refused")))
          .catch((error: Error) => error);
        end();
        const where = `${when} call ${at}`;
        // The SDK asks again for an answer that is lost.
        if (when === "lost") expect(error, where).toBeUndefined();
        if (error) expect(error.message).toMatch(SENTENCE);
        const again = await answer(command, input);
        // What is deleted is not there any more.
        if (!again.ok) expect(again.message).toMatch(/^There is no /);
        if (happened) expect(await happened(), where).toBe(true);
      }
    }
  });
});
