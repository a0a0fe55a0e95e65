import type { FindingSeverity } from "../severity.ts";

/** The texts of the onboarding mail in one language. */
interface OnboardingTexts {
  subject: string;
  /** Without a name, the greeting is impersonal. */
  greeting(name: string | undefined): string;
  intro(sender: string): string;
  business: string;
  website: string;
  checks: string;
  results(sender: string): string;
  button: string;
  reply: string;
  footer(email: string, sender: string): string;
}

/** What the mail with a report says beside the texts of reports and of the onboarding mail. */
interface ReportMailTexts {
  subject(range: string): string;
  intro(sender: string, range: string): string;
  /** The heading of what should be done. */
  first: string;
  footer(email: string, sender: string): string;
  unsubscribe: string;
}

/** By how many there are. */
type ByCount = Record<"one" | "other", string>;

/** What an alert says beside the texts of other mails. */
interface AlertTexts {
  /** `{count}` websites, or the only one, `{website}`. */
  down: ByCount;
  up: ByCount;
  downTitle: string;
  upTitle: string;
  since(time: string): string;
  was(from: string, to: string, duration: string): string;
  /** `{count}` that have no room. */
  more: ByCount;
  button: string;
  footer(email: string, account: string): string;
  times(timezone: string): string;
  unsubscribe: string;
}

/** The texts of a report in one language. Numbers, dates and durations come as that language writes them. */
export interface ReportTexts {
  title: string;
  compared(range: string): string;
  counted: string;
  website: string;
  uptime: string;
  unknown: string;
  downtimes: string;
  down: string;
  noDowntimes: string;
  unconfirmed(duration: string): string;
  moreDowntimes: string;
  began: string;
  duration: string;
  cause: string;
  ongoing: string;
  responses: string;
  noResponses: string;
  chart: string;
  inUtc: string;
  day: string;
  /** Of several days in a row. */
  quiet(count: string): string;
  median: string;
  p95: string;
  findings: string;
  noFindings: string;
  /** How many findings were found after the period. */
  later(count: string): string;
  opened: string;
  resolved: string;
  open: string;
  severities: Record<FindingSeverity, string>;
  pages: string;
  why: string;
  todo: string;
  solved: string;
  /** After some findings of one kind. */
  alike(count: string): string;
  further(count: string): string;
  unchecked: string;
  watched: string;
  unobserved(duration: string): string;
  paused: string;
  notYet: string;
  neverAudited: string;
  lastAudited(day: string): string;
  noSpelling(languages: string): string;
  unreadable(since: string): string;
  details(count: string): string;
  websites(count: string): string;
  link: string;
  made(sender: string, at: string, timezone: string): string;
}

/** The texts of status pages and badges in one language. */
export interface StatusTexts {
  states: { up: string; down: string; unchecked: string; paused: string };
  /** The headline of one website. */
  site: { up: string; down: string; unchecked: string; paused: string };
  allUp: string;
  noneDown: string;
  noneChecked: string;
  /** `{down}` of `{total}` websites, by plural. */
  someDown: { one: string; other: string };
  since: string;
  uptime: string;
  daysAgo: string;
  today: string;
  noData: string;
  lastCheck: string;
  downtimes: string;
  noDowntime: string;
  /** Failed probes of `{duration}` that no downtime confirmed. */
  unconfirmed: string;
  ongoing: string;
  maintenance: string;
  underWay: string;
  more: { one: string; other: string };
  counting: string;
  utc: string;
  stale: string;
  website: string;
  missing: string;
  missingWhy: string;
}

/** The texts of the page behind an unsubscribe link. */
interface UnsubscribeTexts {
  title: string;
  /** Of somebody who gets them, and of somebody who does not. */
  subscribed(sender: string): string;
  unsubscribe: string;
  unsubscribed(sender: string): string;
  subscribe: string;
}

/** What e-mails, reports and shared pages say to customers, in one language. */
export interface Catalogue {
  onboarding: OnboardingTexts;
  /** What the e-mail with a report says beside `report` and `onboarding`. */
  reportMail: ReportMailTexts;
  alert: AlertTexts;
  report: ReportTexts;
  status: StatusTexts;
  /** How many of a website's checks failed at the first attempt. */
  secondTries(failed: string, checks: string): string;
  unsubscribe: Record<"reports" | "alerts", UnsubscribeTexts>;
}
