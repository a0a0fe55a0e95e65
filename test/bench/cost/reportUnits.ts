import { mailerHandler } from "../../../functions/mail/mailer/mailBatch.ts";
import { changeReportMails } from "../../../functions/reports/reportMails.ts";
import { Check } from "../../../shared/entities/check.ts";
import { Mail } from "../../../shared/entities/mail.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import { systemClock, timestamp } from "../../../shared/time.ts";
import { type Cost, costOf } from "../../support/cost.ts";
import { makeEstate, makeFinding } from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";
import { startSes } from "../../support/ses.ts";

const REPORTS = 20;
const DAY_MS = 24 * 3600 * 1000;

/** What a monthly report by mail about a website takes of the table, and seconds of a processor. */
export async function measureReport(): Promise<{ units: Cost; computes: number }> {
  await startSes();
  const prepared: Awaited<ReturnType<typeof prepareReport>>[] = [];
  for (let report = 0; report <= REPORTS; report += 1) prepared.push(await prepareReport());
  const [first, ...others] = prepared;
  const send = async (due: (typeof prepared)[number] | undefined) => {
    const clock = { ...systemClock, now: () => Date.parse(due?.due_at ?? "") };
    const { batchItemFailures } = await mailerHandler(clock)(sqsEvent({ reports: [due] }));
    if (batchItemFailures.length > 0) throw new Error("The report was not sent");
  };
  const units = await costOf(() => send(first));
  const before = process.cpuUsage();
  for (const due of others) await send(due);
  const { user, system } = process.cpuUsage(before);
  return { units, computes: (user + system) / 1e6 / REPORTS };
}

async function prepareReport() {
  const estate = await makeEstate();
  const { uuid: reseller_uuid } = estate.reseller;
  const key = { reseller_uuid, uuid: estate.user };
  const mail = { reseller_uuid, about: "user", uuid: estate.user } as const;
  await Mail.put({ ...mail, occasion: "onboarding", status: "sent" }).go();
  const site = { reseller_uuid, uuid: estate.website, business_uuid: estate.business };
  const seconds = Math.floor(Date.now() / 1000);
  await Check.put({
    ...{ ...site, kind: "uptime", hostname: "example.com", shard: 0, results: [] },
    ...{ due_at: timestamp(), memory: { state: "up", checked_at: seconds, downtimes: [] } },
  }).go();
  const times = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [40 + at, 20]));
  await UptimeDay.put(
    Array.from({ length: 62 }, (_, age) => ({
      ...{ reseller_uuid, uuid: estate.website, looks: 288, failures: 0, observed: 86_400 },
      ...{ down: 0, times, expires_epoch: seconds + 86_400 },
      day: new Date(Date.now() - age * DAY_MS).toISOString().slice(0, 10),
    })),
  ).go();
  const subjects = Array.from({ length: 10 }, (_, index) => ({
    subject: `https://a.example/${index}`,
  }));
  await makeFinding(estate, ...subjects);
  const { due_at } = await changeReportMails(key, () => ({ frequency: "monthly" }));
  return { ...key, due_at };
}
