import type { FindingSeverity } from "../vocabulary/severity.ts";
import { numbersOf } from "../vocabulary/texts.ts";
import type { WebsiteState } from "../vocabulary/websiteState.ts";

const { n, one } = numbersOf("en");

/** What e-mails, reports and shared pages say to customers. Days, times and durations come as the language writes them. */
export const en = {
  onboarding: {
    subject: "Your website is now being monitored",
    /** Without a name, it is impersonal. */
    greeting: (name: string | undefined) => (name ? `Hello ${name},` : "Hello,"),
    intro: (sender: string) => `${sender} has set up website monitoring for you.`,
    business: "Business",
    checks:
      "The first checks have already begun. From now on we check around the clock that your website can be reached, and go through its pages regularly for anything that visitors or search engines might stumble over.",
    results:
      "Your status page shows at any time whether your website can be reached. There is nothing you need to do.",
    button: "See your status page",
    reply: "Any questions? Just reply to this e-mail.",
  },
  /** What the e-mail with a report says beside `common`, `report` and `onboarding`. */
  reportMail: {
    subject: (range: string) => `Your website report: ${range}`,
    button: "See the whole report",
  },
  /** What an alert says; a website is named if there is only one. */
  alert: {
    down: (website: string, count: number) =>
      one(count) ? `${website} is down` : `${n(count)} websites are down`,
    up: (website: string, count: number) =>
      one(count) ? `${website} is up again` : `${n(count)} websites are up again`,
    downTitle: "Down",
    upTitle: "Up again",
    since: (time: string) => `Down since ${time}`,
    was: (from: string, to: string, duration: string) => `Down from ${from} to ${to} (${duration})`,
    button: "Open the console",
  },
  /** What a reseller is told about a webhook of its own. */
  webhookDisabled: {
    subject: (host: string) => `A webhook was disabled: ${host}`,
    gone: "Its endpoint answered with the status 410 (Gone).",
    failing: "Every delivery to it has failed for five days.",
    operator: "The provider has disabled it. Please ask your contact there.",
    todo: "It gets no events until you enable it again in the console. Then it gets the deliveries that are waiting.",
    button: "Open the webhook",
  },
  /** Of a website, wherever it is shown. */
  common: {
    website: "Website",
    uptime: "Uptime",
    unknown: "not known",
    downtimes: "Downtimes",
    counted:
      "Uptime is the share of the time in which we checked the website and could reach it. Announced maintenance does not count.",
    unconfirmed: (duration: string) =>
      `No confirmed downtime; short failures of ${duration} in total.`,
    began: "Began",
    duration: "Duration",
    cause: "Cause",
    ongoing: "still down",
    states: {
      up: "Up",
      down: "Down",
      unstable: "Unstable",
      maintenance: "In maintenance",
      not_checked: "Not checked yet",
      paused: "Paused",
    } satisfies Record<WebsiteState, string>,
    downFor: (duration: string) => `down for ${duration}`,
    noFailure: "no failure",
    /** `since` is a time of today or yesterday, or of a date. */
    watchedSince: (since: string, _isDate: boolean) => `watched since ${since}`,
    percentSince: (percent: string, day: string) => `${percent} since ${day}`,
    secondTries: (failed: number, checks: number) =>
      `${n(failed)} of ${n(checks)} checks needed a second try.`,
    moreWebsites: (count: number) => `Further websites, not shown here: ${n(count)}.`,
    times: (timezone: string) => `All times are in the time zone ${timezone}.`,
    /** Of an e-mail to a customer, and to an account. */
    footer: (email: string, sender: string) =>
      `You are receiving this e-mail at ${email} because ${sender} monitors your website.`,
    accountFooter: (email: string, account: string) =>
      `You are receiving this e-mail at ${email} because the account ${account} sends its notifications to this address.`,
  },
  /** What a reseller may write to the customer of a website. `since` is a date with a time. */
  news: {
    down: (host: string, since: string) =>
      `Your website ${host} cannot be reached. It has been down since ${since}.`,
    back: (host: string, duration: string, since: string) =>
      `Your website ${host} can be reached again. It was down for ${duration}, from ${since}.`,
  },
  report: {
    title: "Website report",
    none: "No checks took place in these days.",
    /** A sentence about one website, named, or several, of which some were down. */
    noneDown: (website: string, count: number) =>
      one(count) ? `${website} had no downtime.` : `Your ${n(count)} websites had no downtime.`,
    someDown: (website: string, count: number, down: number, duration: string) =>
      one(count)
        ? `${website} was down for ${duration} in total.`
        : `${n(down)} of your ${n(count)} websites ${one(down) ? "was" : "were"} down, for ${duration} in total.`,
    better: (before: string) => `better than before (${before})`,
    worse: (before: string) => `worse than before (${before})`,
    same: "as before",
    fixed: "What was fixed",
    first: "What to do first",
    openFindings: "Open findings",
    all: "Websites",
    calm: (count: number) => `No downtime and nothing new: ${n(count)}.`,
    down: "Time down",
    noDowntimes: "There were no downtimes.",
    moreDowntimes: "There were more downtimes; these are the latest.",
    responses: "Response times",
    noResponses: "No response times were measured.",
    median: "Half were faster than",
    p95: "95% were faster than",
    findings: "Findings",
    noFindings: "Nothing is open.",
    /** How many findings were found after the period. */
    later: (count: number) => `Found only after these days: ${n(count)}.`,
    opened: "New",
    resolved: "Resolved",
    open: "Still open",
    severities: { error: "serious", warning: "important", info: "minor" } satisfies Record<
      FindingSeverity,
      string
    >,
    pages: "Pages",
    why: "Why it matters",
    todo: "What to do",
    /** After some findings of one kind. */
    alike: (count: number) => `More of this kind: ${n(count)}.`,
    further: (count: number) => `Further findings without room here: ${n(count)}.`,
    unchecked: "What was not checked",
    unobserved: (duration: string) =>
      `For ${duration} it is not known whether the website was up: no check took place, or its result could not be trusted.`,
    neverAudited: "The pages have not been read yet.",
    lastAudited: (day: string) => `The pages were last read on ${day}.`,
    noSpelling: (languages: string) => `Spelling: not available in ${languages}.`,
    unreadable: (since: string) => `The pages could not be read since ${since}:`,
    details: (count: number) => `Websites whose details have no room here: ${n(count)}.`,
  },
  status: {
    allUp: "All websites are up",
    noneDown: "No website is down",
    noneChecked: "No website is being checked yet",
    someDown: (down: number, total: number) =>
      `${n(down)} of ${n(total)} websites ${one(down) ? "is" : "are"} down`,
    since: (time: string) => `Since ${time}`,
    inDays: "Uptime in 90 days",
    lastCheck: (time: string) => `Last check: ${time}`,
    maintenance: "Announced maintenance",
    underWay: "Under way",
    stale: "This page could not be refreshed. We will try again in a minute.",
    missing: "This page does not exist",
    missingWhy: "The link is incomplete, or the page is no longer shared.",
  },
  prospect: {
    title: "Website check",
    read: (count: number) => `Pages read: ${n(count)}.`,
    unread: (count: number) => `Pages that were not read: ${n(count)}.`,
    none: "No faults were found.",
    running: "The website is being read. Load this page again in a minute.",
    failed: "The website could not be read",
  },
  unsubscribe: {
    reports: "Reports by e-mail",
    alerts: "Alerts by e-mail",
    /** Of somebody who gets these e-mails, and below of somebody who does not. */
    subscribed: (sender: string) => `You get these e-mails from ${sender}.`,
    unsubscribe: "Unsubscribe",
    unsubscribed: (sender: string) => `You no longer get these e-mails from ${sender}.`,
    subscribe: "Subscribe again",
  },
};

export type Catalogue = typeof en;
