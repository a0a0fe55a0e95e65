/** What a restore does with a record, or would do: a record that can't come back is refused. */
type Outcome = "put_back" | "set_back" | "unchanged" | "refused";

/** A record that can't come back. */
interface Refused {
  uuid: string;
  type: string;
  why: string;
}

/** Counts what is done with the records of each kind. */
export class Tally {
  readonly refused: Refused[] = [];
  private readonly counts = new Map<string, Record<Outcome, number>>();

  add(type: string, outcome: Outcome) {
    const none = { put_back: 0, set_back: 0, unchanged: 0, refused: 0 };
    const counts = this.counts.get(type) ?? none;
    counts[outcome] += 1;
    this.counts.set(type, counts);
  }

  refuse(refused: Refused) {
    this.add(refused.type, "refused");
    this.refused.push(refused);
  }

  get records() {
    return [...this.counts].map(([type, counts]) => ({ type, ...counts }));
  }
}
