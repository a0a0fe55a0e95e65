import { expect, test } from "vitest";
import { Alerts } from "../../../shared/entities/alerts.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { readMailsOfDay } from "../../../shared/mail/dailyLimit.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { open } from "../../functions/open/openUnsubscribe.ts";
import { tokenIn } from "../../functions/workers/mailer/welcomed.ts";
import { call } from "../../support/api.ts";
import { closeReseller } from "../../support/closing.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { startSes } from "../../support/ses.ts";
import { type Alerted, down, makeAlerted, up } from "./alerting.ts";

const ses = await startSes();

const A = "a.example.com";
const B = "b.example.com";
const C = "c.example.com";
const NIGHT = { quiet_hours: { from: "11:00", to: "12:00" } };

/** What happens at minutes after ten, and the subjects of the e-mails by their minute. */
interface Story {
  name: string;
  settings?: object;
  events: [minute: number, hostname: string, change: "down" | "up"][];
  mails: [minute: number, subject: string][];
}

const stories: Story[] = [
  {
    name: "one e-mail for a downtime and one for its end",
    events: [
      [0, A, "down"],
      [20, A, "up"],
    ],
    mails: [
      [5, `${A} is down`],
      [22, `${A} is up again`],
    ],
  },
  {
    name: "the delay that is set, but two minutes at least",
    settings: { delay_minutes: 1 },
    events: [[0, A, "down"]],
    mails: [[2, `${A} is down`]],
  },
  {
    name: "nothing for what recovers within the delay",
    settings: { delay_minutes: 10 },
    events: [
      [0, A, "down"],
      [9, A, "up"],
      [30, A, "down"],
      [39, A, "up"],
    ],
    mails: [],
  },
  {
    name: "one e-mail for many that begin, and one for many that end, within two minutes",
    events: [
      [0, A, "down"],
      [1, B, "down"],
      [2, C, "down"],
      [20, C, "up"],
      [21, B, "up"],
      [21, A, "up"],
    ],
    mails: [
      [7, "3 websites are down"],
      [22, "3 websites are up again"],
    ],
  },
  {
    name: "only what lasts of several that begin together",
    events: [
      [0, A, "down"],
      [2, B, "down"],
      [6, B, "up"],
    ],
    mails: [[7, `${A} is down`]],
  },
  {
    name: "two e-mails for what begins three minutes apart",
    events: [
      [0, A, "down"],
      [3, B, "down"],
    ],
    mails: [
      [5, `${A} is down`],
      [8, `${B} is down`],
    ],
  },
  {
    name: "one e-mail for an end and a beginning that are due together",
    events: [
      [0, A, "down"],
      [17, B, "down"],
      [20, A, "up"],
    ],
    mails: [
      [5, `${A} is down`],
      [22, `${B} is down; ${A} is up again`],
    ],
  },
  {
    name: "each downtime of a website that comes and goes, with its end",
    events: [
      [0, A, "down"],
      [10, A, "up"],
      [11, A, "down"],
      [40, A, "up"],
    ],
    mails: [
      [5, `${A} is down`],
      [12, `${A} is up again`],
      [16, `${A} is down`],
      [42, `${A} is up again`],
    ],
  },
  {
    name: "nothing in quiet hours, and at their end what is still down and what is up again",
    settings: NIGHT,
    events: [
      [50, A, "down"],
      [70, B, "down"],
      [75, C, "down"],
      [80, A, "up"],
      [90, C, "up"],
    ],
    mails: [
      [55, `${A} is down`],
      [120, `${B} is down; ${A} is up again`],
    ],
  },
  {
    name: "nothing of a downtime that begins before quiet hours, is due within, and ends there",
    settings: NIGHT,
    events: [
      [57, A, "down"],
      [62, A, "up"],
    ],
    mails: [],
  },
];

test.each(stories)("there is $name", async ({ settings, events, mails }) => {
  const account = await makeAlerted(settings);
  const sent: [number, string][] = [];
  const passTo = async (minute: number) => {
    await account.passTo(minute, (at) => {
      const all = ses.takenFor(account.address).slice(sent.length);
      sent.push(...all.map(({ Content }): [number, string] => [at, Content.Simple.Subject.Data]));
    });
  };
  for (const [minute, hostname, change] of events) {
    await passTo(minute);
    await account.change(hostname, change === "down" ? down() : up(), 2);
  }
  await passTo(300);
  expect(sent).toEqual(mails);
});

const subjectsFor = (address: string) =>
  ses.takenFor(address).map(({ Content }) => Content.Simple.Subject.Data);

test("an alert is in the account's language and time zone, and one click ends those to its address", async () => {
  const other = `other-${newUuid()}@example.com`;
  const account = await makeAlerted();
  const { key, address, reseller_uuid } = account;
  await account.setAlerts({ addresses: [address, other] });
  const locale = { language: "de", timezone: "Europe/Berlin" };
  await account.follow(() => call("PATCH /v1/account", { key, body: locale }));
  await account.change(A, down());
  await account.passTo(10);
  const [mail] = ses.takenFor(address);
  expect(mail.FromEmailAddress).toMatch(/^"Website monitoring" </);
  const token = tokenIn(mail);
  expect(mail.Content.Simple.Headers).toContainEqual({
    ...{ Name: "List-Unsubscribe-Post", Value: "List-Unsubscribe=One-Click" },
  });
  const api = process.env["API_URL"];
  const link = `${api}/console#/websites/${await account.websiteAt(A)}`;
  expect(mail.Content.Simple.Body.Text.Data).toBe(`${A} ist ausgefallen.

Ausgefallen:

* ${A}
  The A
  Ausgefallen seit 22.11.2026, 10:59
  Der Server meldet einen eigenen Fehler (http 503)
  ${link}

Konsole öffnen: ${link}

-- 
Sie erhalten diese E-Mail an ${address}, weil die Benachrichtigungen des Kontos Test reseller an diese Adresse gehen. Alle Zeiten sind in der Zeitzone Europe/Berlin angegeben.
Abbestellen: ${api}/unsubscribe/${token}
`);
  expect(mail.Content.Simple.Body.Html.Data).toContain(`<a href="${link}"`);

  expect((await open("GET", token)).html).toContain("Abbestellen");
  const done = await open("POST", token, "List-Unsubscribe=One-Click");
  expect(done).toMatchObject({ status: 200, html: expect.stringContaining("Wieder abonnieren") });
  await account.setAlerts({ delay_minutes: 6 });
  const shown = async () => (await call("GET /v1/account/alerts", { key })).body.data;
  expect(await shown()).toMatchObject({
    ...{ addresses: [address, other], unsubscribed_addresses: [address] },
  });
  await account.change(A, up());
  await account.passTo(20);
  expect([subjectsFor(address).length, subjectsFor(other).length]).toEqual([1, 2]);
  await open("POST", token, "subscribe=One-Click");
  expect(await shown()).toMatchObject({ unsubscribed_addresses: [] });
  await account.setAlerts({ addresses: [other] });
  expect((await open("POST", token)).status).toBe(404);
  expect(await readMailsOfDay(reseller_uuid, Date.now())).toEqual({ sent: 3, not_sent: 0 });
});

test.each<[name: string, prepare: (account: Alerted) => Promise<unknown>]>([
  ["of a website that was paused", ({ change }) => change(A, { ...up(), paused_since: "x" })],
  ["of a website that has moved", ({ change }) => change(A, { ...up(), hostname: B })],
  [
    "of a website that was deleted",
    async ({ key, websiteAt, follow }) => {
      const uuid = await websiteAt(A);
      await follow(() => call("DELETE /v1/websites/{website_uuid}", { key, uuid }));
    },
  ],
  ["when nobody gets alerts any more", ({ setAlerts }) => setAlerts({ addresses: [] })],
  ["of a closed account", ({ reseller_uuid }) => closeReseller(reseller_uuid)],
  [
    "beyond the account's mails of the day",
    ({ reseller_uuid }) => Reseller.patch({ uuid: reseller_uuid }).set({ mails_per_day: 0 }).go(),
  ],
])("no alert is sent %s", async (_, prepare) => {
  const account = await makeAlerted();
  await account.change(A, down());
  await account.passTo(1);
  await prepare(account);
  await account.passTo(300);
  expect(subjectsFor(account.address)).toEqual([]);
  const { data } = await Alerts.get({ reseller_uuid: account.reseller_uuid }).go();
  expect(data?.due_at).toMatch(/^9999/);
});

test("no alert is sent of a website in maintenance, and then one of its downtime that lasts", async () => {
  const account = await makeAlerted();
  const { key, address } = account;
  await account.change(A, down());
  await account.passTo(1);
  const body = { starts_at: "2026-11-22T10:01:00Z", ends_at: "2026-11-22T11:00:00Z" };
  const uuid = await account.websiteAt(A);
  await call("POST /v1/websites/{website_uuid}/maintenance-windows", { key, uuid, body });
  await account.passTo(59);
  expect(subjectsFor(address)).toEqual([]);
  await account.passTo(61);
  expect(subjectsFor(address)).toEqual([`${A} is down`]);
});

test("what waits for the end of quiet hours is told once these are lifted", async () => {
  const account = await makeAlerted({ quiet_hours: { from: "10:00", to: "20:00" } });
  await account.change(A, down());
  await account.passTo(30);
  await account.setAlerts({ quiet_hours: null });
  await account.passTo(30);
  expect(subjectsFor(account.address)).toEqual([`${A} is down`]);
});

test("each is told once, whichever request of its worker fails", async () => {
  const account = await makeAlerted();
  let [fallen, other] = [A, B];
  await account.change(fallen, down());
  await account.passTo(5);
  for (let failing = 1, start = 10, isOver = false; !isOver; failing += 1, start += 10) {
    const before = subjectsFor(account.address).length;
    await account.passTo(start);
    await account.change(other, down());
    await account.passTo(start + 3);
    await account.change(fallen, up());
    let requests = 0;
    await account.failOnce(start + 5, () => {
      requests += 1;
      return requests === failing;
    });
    isOver = requests < failing;
    await account.passTo(start + 9);
    const subjects = [`${other} is down; ${fallen} is up again`];
    expect([failing, subjectsFor(account.address).slice(before)]).toEqual([failing, subjects]);
    [fallen, other] = [other, fallen];
  }
});

test("a downtime that begins while an alert is made is told of later", async () => {
  const account = await makeAlerted();
  await account.change(A, down());
  await account.websiteAt(B);
  let isDone = false;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || isDone || Date.now() < Date.parse("2026-11-22T10:05Z"))
      return;
    isDone = true;
    await account.change(B, down());
  });
  await account.passTo(5);
  end();
  expect(isDone).toBe(true);
  await account.passTo(30);
  expect(subjectsFor(account.address)).toEqual([`${A} is down`, `${B} is down`]);
});
