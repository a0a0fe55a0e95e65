import { expect, onTestFinished, test } from "vitest";
import { MailAddress, mailAddressKey } from "../../../shared/entities/mailAddress.ts";
import { User } from "../../../shared/entities/user.ts";
import { timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { invalid, meta, notFound, ok, TIMESTAMP } from "../../support/expected.ts";
import { makeCustomer, makeEstate, makeReseller } from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { failRequests, interceptRequests } from "../../support/interceptRequests.ts";
import { thoroughTest } from "../../support/runs.ts";
import { itemsNaming } from "../../support/snapshot.ts";
import { DELETE, DELETED, due, ERASURES, erase, pass, RESTORE } from "./erasing.ts";

test("a user that was deleted before is erased as well, and can't be restored", async () => {
  const { reseller, user } = await makeCustomer();
  const { key } = reseller;
  const stream = await followReseller(reseller.uuid);
  await call(DELETE, { key, uuid: user });
  await stream.settle();
  expect((await call(DELETED, { key })).body.data).toHaveLength(1);
  const deletedUser = { success: true, message: "User deleted" };
  expect(await erase(reseller, user)).toEqual(ok(deletedUser));
  // Once more, and by somebody else.
  expect(await erase(reseller, user)).toEqual(ok(deletedUser));
  expect(await erase(await makeReseller(), user)).toEqual(notFound("users"));
  expect((await call(DELETED, { key })).body.data).toEqual([]);
  expect(await call(RESTORE, { key, uuid: user })).toEqual(notFound("deletions"));
  const shown = {
    ...{ user_uuid: user, requested_at: TIMESTAMP, erased_at: null },
    ...{ businesses: 0, websites: 0, competitors: 0 },
  };
  const url = "https://api.example.com/v1/account/erasures?page=1";
  expect(await call("GET /v1/account/erasures", { key })).toEqual(
    ok({ data: [shown], meta: meta(1, url) }),
  );
  expect((await call(ERASURES, { key: (await makeReseller()).key })).body.data).toEqual([]);
});

test("only true erases", async () => {
  const { reseller, user } = await makeCustomer();
  const { key } = reseller;
  const request = (value: string) => call(DELETE, { key, uuid: user, query: { erase: value } });
  const options = "Erase must be one of true, false";
  expect(await request("yes")).toEqual(invalid({ erase: { options } }));
  expect((await request("false")).status).toBe(200);
  expect((await call(ERASURES, { key })).body.data).toEqual([]);
  expect(await erase(reseller, newUuid())).toEqual(notFound("users"));
});

test("an erasure wins over a restoration at the same time", async () => {
  const { reseller, user } = await makeCustomer();
  const { key } = reseller;
  const stream = await followReseller(reseller.uuid);
  await call(DELETE, { key, uuid: user });
  await stream.settle();
  let erased = 0;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || erased > 0) return;
    erased = 1;
    erased = (await erase(reseller, user)).status;
  });
  onTestFinished(end);
  expect(await call(RESTORE, { key, uuid: user })).toEqual(notFound("deletions"));
  expect(erased).toBe(200);
});

test("what was once kept of a mail server's words is erased, and the address gets no mail", async () => {
  const { reseller, user: uuid } = await makeCustomer();
  const stream = await followReseller(reseller.uuid);
  const { data: user } = await User.get({ reseller_uuid: reseller.uuid, uuid }).go();
  const address = mailAddressKey(user?.email ?? "");
  const suppressed = { ...address, reason: "bounce", suppressed_at: timestamp() } as const;
  await MailAddress.put({ ...suppressed, detail: `550 ${user?.email}` }).go();
  await erase(reseller, uuid);
  await stream.settle();
  await pass(await due(reseller, uuid));
  expect((await MailAddress.get(address).go()).data).toEqual(suppressed);
});

thoroughTest("an erasure whose function is killed, or out of time, goes on", async () => {
  const estate = await makeEstate();
  const { reseller, user } = estate;
  const stream = await followReseller(reseller.uuid);
  await erase(reseller, user);
  await stream.settle();
  let killed = 0;
  for (let at = 1; ; at += 3) {
    const event = await due(reseller, user);
    const end = failRequests((number) => number >= at, "before");
    const { batchItemFailures } = await pass(event);
    end();
    await stream.settle();
    if (batchItemFailures.length === 0) break;
    killed += 1;
  }
  expect(killed).toBeGreaterThan(3);
  await pass(await due(reseller, user), 0);
  await pass(await due(reseller, user));
  await stream.settle();
  const items = (await itemsNaming(user)).map((item) => String(item["sk"]?.S));
  // The stripes of a list stay closed.
  expect(items.filter((sk) => !sk.startsWith("s#"))).toEqual([]);
  expect((await call(ERASURES, { key: reseller.key })).body.data).toMatchObject([
    { erased_at: TIMESTAMP, businesses: 2, websites: 2, competitors: 1 },
  ]);
});
