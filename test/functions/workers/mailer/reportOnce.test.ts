import { expect, onTestFinished, test, vi } from "vitest";
import { ReportMails } from "../../../../shared/entities/reportMails.ts";
import { failRequests, interceptRequests } from "../../../support/interceptRequests.ts";
import { thoroughTest } from "../../../support/runs.ts";
import { startSes } from "../../../support/ses.ts";
import {
  deliverDue,
  readReports,
  secondsAt,
  setReports,
  type Welcomed,
  welcome,
} from "./welcomed.ts";

const CLAIM_OVER_SECONDS = 66;

const ses = await startSes();

const reportsFor = ({ email }: Welcomed) => ses.takenFor(email);

test("no second report is sent after SES's answer was lost", async () => {
  const welcomed = await prepare();
  ses.answer(welcomed.email, "taken, and no answer");
  expect(await deliverDue(welcomed)).toBe(true);
  await expectOne(welcomed);
});

test("a report is sent after a request to the table failed before its sending", async () => {
  const welcomed = await prepare();
  const end = interceptRequests((command, input) => {
    if (command === "Update" && JSON.stringify(input).includes("usageDay"))
      throw new Error("reset");
  });
  expect(await deliverDue(welcomed)).toBe(false);
  end();
  expect(await deliverDue(welcomed, CLAIM_OVER_SECONDS)).toBe(true);
  expect(reportsFor(welcomed)).toHaveLength(1);
});

thoroughTest("a report is sent although an answer of the table is lost", async () => {
  for (let number = 1; ; number += 1) {
    const welcomed = await prepare();
    const end = failRequests((each) => each === number, "lost");
    expect(await deliverDue(welcomed)).toBe(true);
    const requests = end();
    expect(reportsFor(welcomed), requests.at(number - 1)).toHaveLength(1);
    if (requests.length < number) break;
  }
});

test("a report is sent again after SES was not reached", async () => {
  const welcomed = await prepare();
  const url = process.env["AWS_ENDPOINT_URL_SESV2"];
  process.env["AWS_ENDPOINT_URL_SESV2"] = "http://127.0.0.1:1";
  vi.resetModules();
  onTestFinished(() => void vi.resetModules());
  const { deliver: deliverUnreached } = await import("./onboarded.ts");
  const { due } = welcomed;
  expect(await deliverUnreached({ reports: [due] }, secondsAt(due.due_at))).toBe(false);
  process.env["AWS_ENDPOINT_URL_SESV2"] = url;
  expect(await deliverDue(welcomed)).toBe(true);
  expect(reportsFor(welcomed)).toHaveLength(1);
});

/** A user whose report of a week is due. */
async function prepare() {
  const welcomed = await welcome();
  await setReports(welcomed, { frequency: "weekly" });
  const { reseller_uuid, user_uuid: uuid } = welcomed;
  const due_at = (await readReports(welcomed))?.due_at ?? "";
  return { ...welcomed, due: { reseller_uuid, uuid, due_at } };
}

/** Expects that the report's message, which comes again, sends no second mail. */
async function expectOne(welcomed: Awaited<ReturnType<typeof prepare>>) {
  expect(reportsFor(welcomed)).toHaveLength(1);
  const { reseller_uuid, uuid, due_at } = welcomed.due;
  for (const later of [0, CLAIM_OVER_SECONDS]) {
    await ReportMails.patch({ reseller_uuid, uuid }).set({ due_at }).go();
    expect(await deliverDue(welcomed, later)).toBe(true);
  }
  expect(reportsFor(welcomed)).toHaveLength(1);
}
