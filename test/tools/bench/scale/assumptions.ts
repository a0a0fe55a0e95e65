/** What websites and resellers do, and what only AWS can tell: all that the bill does not measure. */
export const ASSUMED = {
  intervalMinutes: 5,
  /** As `enqueueRounds.ts` has them: the websites of a bucket and of a message, and how close its buckets are due. */
  bucketWebsites: 128,
  messageWebsites: 700,
  togetherSeconds: 2,
  websitesAReseller: 500,
  /** The share of websites that are always down. Half of these never answer. */
  down: 0.01,
  /** Confirmed downtimes of each website a month, and the separate checks of each, the confirmations included. */
  downtimes: 1,
  checksOfDowntime: 8,
  /** The median of a website's response time in seconds, the spread of its logarithm, and the longest one. */
  answer: { median: 0.3, spread: 0.9, longest: 9 },
  /** A website that never answers: the time limits of both requests of a probe. */
  hangingSeconds: 15,
  /** Time between two starts of probes on a whole processor, as `pacing.ts` has it. */
  probeMs: 2.5,
  /** A call of a worker beside its probes: requests to the table and to SQS. */
  besideSeconds: 0.2,
  /** The figures for lists of a bucket, once an hour. */
  listSeconds: 0.1,
  /** Lambda's pollers of a queue: each gathers messages for its own calls, and asks an idle queue 3 times a minute. */
  pollers: 5,
  pollsAMinute: 3,
  /** Sent by a probe by HTTPS with the headers of IP and TCP, as a packet sniffer counts it. */
  probeBytes: 1182,

  /** An audit of 25 pages: 50 requests to the website, 250 ms apart, and the last answers. `bench -- audit` measures the rest. */
  auditWaitSeconds: 50 * 0.25 + 0.8,
  auditProcessorSeconds: 0.6,
  /** Messages per call, as a multiple of the audits at once. */
  auditBatches: 4,
  /** The share of websites whose audit takes all of its two minutes. */
  slowWebsites: 0.01,
  auditSentBytes: 41_000,
  /** The share of audits with news: a summary and a changed finding. */
  auditNews: 0.05,

  webhooks: 1,
  deliverySeconds: 0.3,
  /** A handshake of TLS, headers with a signature, an event. */
  deliveryBytes: 2500,
  changeSeconds: 0.05,

  /** Of the API for each website: `GET /v1/feed-items` costs this many read units. */
  callsADay: 1,
  callReadUnits: 2,
  callSeconds: 0.03,
  /** An answer, compressed, with its headers. */
  callBytes: 2000,
  /** Looks at the shared page of a website. */
  looks: 10,
  lookSeconds: 0.05,

  /** Onboarded and deleted websites a month, of all. A user that is onboarded gets a mail. */
  onboarded: 0.02,
  deleted: 0.02,
  /** Changes by people for each website: entries of the audit log. */
  changes: 1,
  /** Records of a website and its share of a user, a business and their lists. */
  recordBytes: 6000,
  /** Other items, with the 100 bytes that DynamoDB adds to each, and with their index entries. */
  itemBytes: { day: 430, feedItem: 1150, delivery: 1660, findings: 1460, entry: 800 },
  keptDays: 365,
  deliveryDays: 30,

  tickSeconds: 0.5,
  /** For each check that is due. */
  dueSeconds: 0.00002,
  /** New containers a month for each website, beside those of deployments and idle times; each reads the signing key. */
  containers: { fixed: 2000, each: 0.05 },
  /**
   * What CloudWatch charges for as log lines, with 26 bytes for each: Lambda's START, END and REPORT of a call,
   * ours of a round and an audit, and of a request ours and the access log's.
   */
  logBytes: { call: 475, round: 310, audit: 590, request: 450 + 350 },
  /** Months that logs are kept, and what text is compressed to. */
  logMonths: 3,
  logCompression: 0.15,
  /** Objects on S3: records of the stream that could not be followed. */
  s3Usd: 0.01,
};
