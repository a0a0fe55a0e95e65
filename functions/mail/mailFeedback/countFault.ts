import { MailAllowance } from "../../../shared/entities/mailAllowance.ts";
import { log } from "../../../shared/log.ts";
import { MAIL_STOPPED, putMetrics } from "../../../shared/metrics.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { countFaults, type Fault, outdated, reasonToStop } from "../stopRule.ts";

/** From this many on, numbers that no longer count are removed. */
const MOST_NUMBERS = 100;

interface FaultyMail {
  reseller_uuid: string;
  number: number;
  fault: Fault;
  at: string;
}

/** Counts a mail that came back, once, and stops its reseller's mail if too many of the last ones did. */
export async function countFault({ reseller_uuid, number, fault, at }: FaultyMail) {
  const counted = await writeIfTrue(() =>
    MailAllowance.patch({ reseller_uuid })
      .add({ [fault]: [number] })
      .go({ response: "all_new" }),
  );
  if (!counted) return;
  const { data } = counted;
  const stopped_for = reasonToStop(data);
  if (stopped_for) {
    const stopped = await writeIfTrue(() =>
      MailAllowance.patch({ reseller_uuid })
        .set({ stopped_at: timestamp(new Date(at)), stopped_for })
        .where(({ stopped_at }, { notExists }) => notExists(stopped_at))
        .go(),
    );
    if (stopped) {
      log("error", "a reseller's mail is stopped", { reseller_uuid, ...countFaults(data) });
      putMetrics({ [MAIL_STOPPED]: 1 });
    }
  }
  const old = outdated(data, data[fault]);
  if (old.length < MOST_NUMBERS) return;
  await writeIfTrue(() =>
    MailAllowance.patch({ reseller_uuid })
      .delete({ [fault]: old })
      .go(),
  );
}
