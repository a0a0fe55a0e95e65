/** A change of a record, as the table's stream calls it. */
export type ChangeName = "INSERT" | "MODIFY" | "REMOVE";

const CREATED = ["INSERT"] as const;
const CHANGED = ["MODIFY"] as const;
const DELETED = ["REMOVE"] as const;
const SET = [...CREATED, ...CHANGED] as const;
const ANY = [...SET, ...DELETED] as const;

/**
 * The changes that each part follows, by ElectroDB's name of the entity. The dispatcher passes a part
 * no others, and the filter of the stream lets only these through.
 */
export const follows = {
  alerts: { website: [...CHANGED, ...DELETED], alerts: CHANGED, reseller: CHANGED },
  auditLog: {
    website: ANY,
    business: ANY,
    competitor: ANY,
    user: ANY,
    webhook: ANY,
    plan: ANY,
    apiKey: ANY,
    reseller: ANY,
    share: ANY,
    prospect: [...CREATED, ...DELETED],
    // These go with their owner.
    customFields: SET,
    maintenance: SET,
    findingMarks: SET,
    reportMails: SET,
    alerts: SET,
    deleted: ANY,
  },
  checks: {
    website: ANY,
    prospect: CREATED,
    user: CHANGED,
    business: CHANGED,
    plan: CHANGED,
    reseller: CHANGED,
  },
  cleanup: {
    website: DELETED,
    business: DELETED,
    competitor: DELETED,
    user: DELETED,
    webhook: DELETED,
    prospect: DELETED,
    deleted: [...CHANGED, ...DELETED],
  },
  competitors: { competitor: SET },
  events: {
    website: ANY,
    business: ANY,
    competitor: ANY,
    user: ANY,
    feedItem: CREATED,
    websiteFindings: SET,
    webhook: CHANGED,
  },
  findings: { websiteFindings: ANY, findingMarks: SET, feedItem: CREATED },
  mail: { user: CREATED, webhook: CHANGED, alert: CREATED },
  search: { user: ANY, business: ANY, website: ANY, competitor: ANY },
  retries: { webhook: SET },
} as const satisfies Record<string, Readonly<Record<string, readonly ChangeName[]>>>;

export type PartName = keyof typeof follows;

/** The entities with a change of this name that some part follows. */
export function followedEntities(name: ChangeName): string[] {
  const followed = Object.values(follows)
    .flatMap((part) => Object.entries<readonly ChangeName[]>(part))
    .filter(([, names]) => names.includes(name))
    .map(([entity]) => entity);
  return [...new Set(followed)].toSorted();
}
