/** What resellers and websites do, and what only AWS could tell: the assumptions of the bill. */
export const HABITS = {
  /** Bytes that a probe by HTTPS sends with the headers of IP and TCP, counted by a packet sniffer at an MTU of 1,500. */
  probeBytes: 1182,
  /** Received by a probe, and by an audit of 25 pages of 30 KB. */
  probeReceivedBytes: 6000,
  auditReceivedBytes: 800_000,
  /** Share of audits that write a summary because it is news, and other items that an audit writes. */
  summaryShare: Number(process.env["SUMMARY_SHARE"] ?? 0.05),
  otherItems: 0.05,
  /** Confirmed downtimes of a website a month: each makes two feed items, and is two changes of the website. */
  downtimes: 1,
  /** Webhooks that want an event. */
  webhooks: 1,
  /** A delivery: a handshake of TLS, headers with a signature, a feed item. */
  deliveryBytes: 2500,
  deliverySeconds: 0.3,
  /** Of the API, for a website. */
  callsADay: 1,
  /** Calls that one booking for the rate limit counts, at the limit of reads: each booking is counted for the usage. */
  callsABooking: 10,
  /** `GET /v1/feed-items?since=`, measured by `endpoints`. */
  callReadUnits: 2,
  callSeconds: 0.03,
  /** An answer, compressed, with its headers; a line of the access log and one of the function. */
  callBytes: 2000,
  callLogBytes: 450 + 350,
  /** A tick of the schedule, and what each check that is due adds to it. */
  tickSeconds: 0.5,
  dueSeconds: 0.00002,
  /** New containers a month; each reads the signing key. */
  containers: 60_000,
  /** Bytes of a write unit that are copied to another region: a kilobyte at most. */
  writtenBytes: 1000,
  /** Onboarded users a month, of all websites; each gets a mail. */
  onboarded: 0.02,
  /** Deleted websites a month, of all; each is kept for eight days. */
  deleted: 0.02,
  keptDeletedDays: 8,
  /** Looks at the shares of a website a month, and how long the page takes. */
  shareLooks: 10,
  shareSeconds: 0.05,
  /** Records of a website and a hundredth of a user, a business and their lists. */
  recordBytes: 6000,
  /** Changes by people a month, per website. Each makes an entry of the audit log. */
  entries: 1,
  entryBytes: 800,
  /** What it costs to count one created or deleted website for the usage; `usage.test.ts` measures it. */
  usageReadUnits: 6,
  usageWriteUnits: 4,
  /** Days of daily figures, and days until deliveries are removed. */
  keptDays: 365,
  deliveryDays: 30,
  /** Months that logs are kept. */
  logMonths: 3,
  /** Text in CloudWatch is compressed to about this. */
  logCompression: 0.15,
};
