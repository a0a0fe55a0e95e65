import type { MailAllowanceRecord } from "../../shared/entities/mailAllowance.ts";

/** A reseller's rates are those of its last mails. */
const LAST_MAILS = 1000;
/** 3 %: SES reviews an account at 5 %. */
const MOST_BOUNCES = 30;

/** Why a mail came back: the name of the numbers of such mails. */
export type Fault = "bounces" | "complaints";

type Counted = Pick<MailAllowanceRecord, "number" | "lifted_number" | Fault>;

/** The mails of these numbers that are among the last 1,000 since the last stop was lifted. */
function countLast({ number = 0, lifted_number = 0 }: Counted, numbers: number[] = []): number {
  const before = Math.max(number - LAST_MAILS, lifted_number);
  return numbers.filter((each) => each > before).length;
}

export function countFaults(allowance: Counted): Record<Fault, number> {
  return {
    bounces: countLast(allowance, allowance.bounces),
    complaints: countLast(allowance, allowance.complaints),
  };
}

/** The numbers that will never count again. */
export function outdated({ number = 0 }: Counted, numbers: number[] = []): number[] {
  return numbers.filter((each) => each <= number - LAST_MAILS);
}

/**
 * Why a reseller's mail has to stop: 30 of its last 1,000 mails bounced (3 %), or one brought a complaint
 * (0.1 %). Before 1,000 mails one complaint is no rate: the second stops them.
 */
export function reasonToStop(allowance: Counted): Fault | undefined {
  const { number = 0, lifted_number = 0 } = allowance;
  const { bounces, complaints } = countFaults(allowance);
  const mostComplaints = number - lifted_number < LAST_MAILS ? 2 : 1;
  if (complaints >= mostComplaints) return "complaints";
  if (bounces >= MOST_BOUNCES) return "bounces";
}
