/** What resellers and websites do, and what only AWS could tell: the assumptions of the bill. */
export const HABITS = {
  /** Bytes that a probe sends by HTTPS, as TCP carries them: measured by `uptime`. */
  probeBytes: 1300,
  /** Packets that a probe sends: their headers are not in the bytes above. */
  probePackets: 8,
  packetHeaderBytes: 52,
  /** Processor time of a probe's TLS, where the bench of uptime probes by HTTP. */
  tlsSeconds: Number(process.env["TLS_MS"] ?? 0) / 1000,
  /** Audits whose summary says something new, and other items that audits write, of all audits. */
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
  /** `GET /v1/feed-items?since=`, measured by `endpoints`. */
  callReadUnits: 2,
  callSeconds: 0.03,
  /** An answer, compressed, with its headers; a line of the access log and one of the function. */
  callBytes: 2000,
  callLogBytes: 450 + 350,
  /** Onboarded users a month, of all websites; each gets a mail. */
  onboarded: 0.02,
  /** Records of a website and a hundredth of a user, a business and their lists. */
  recordBytes: 6000,
  /** Days of daily figures, and days until deliveries are removed. */
  keptDays: 365,
  deliveryDays: 30,
  /** Years that the logs' retention of 90 days is. */
  logMonths: 3,
  /** Text in CloudWatch is compressed to about this. */
  logCompression: 0.15,
};
