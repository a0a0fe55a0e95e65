import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

/** A message as a consumer gets it. */
export interface Message {
  id: string;
  body: string;
  /** How often it was received, this time included. */
  receives: number;
  sentAt: number;
}

const COLUMNS = "id, body, receives, sent_at AS sentAt";

/**
 * The messages of all queues, in a file of their own, so that they outlive the process. Times are milliseconds since 1970.
 */
export class MessageStore {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file);
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS messages (
        id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL,
        visible_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0, sent_at INTEGER NOT NULL
      );
      CREATE INDEX IF NOT EXISTS visible ON messages (queue, visible_at);
    `);
  }

  /** Adds a message, to be received after a delay; returns its id. */
  send(queue: string, body: string, delayMs = 0): string {
    const id = randomUUID();
    const now = Date.now();
    this.#database
      .prepare("INSERT INTO messages (id, queue, body, visible_at, sent_at) VALUES (?, ?, ?, ?, ?)")
      .run(id, queue, body, now + delayMs, now);
    return id;
  }

  /** Receives up to `limit` messages and hides them for `visibilityMs`. */
  receive(queue: string, limit: number, visibilityMs: number): Message[] {
    const now = Date.now();
    return this.#database
      .prepare(
        `UPDATE messages SET visible_at = ?, receives = receives + 1
         WHERE id IN (SELECT id FROM messages WHERE queue = ? AND visible_at <= ?
                      ORDER BY visible_at, rowid LIMIT ?)
         RETURNING ${COLUMNS}`,
      )
      .all(now + visibilityMs, queue, now, limit) as unknown as Message[];
  }

  /**
   * Moves messages that reached the maximum number of receives to the dead-letter queue, and returns
   * them.
   */
  giveUp(queue: string, deadLetters: { queue: string; maximumReceives: number }): Message[] {
    return this.#database
      .prepare(
        `UPDATE messages SET queue = ? WHERE queue = ? AND visible_at <= ? AND receives >= ?
         RETURNING ${COLUMNS}`,
      )
      .all(
        deadLetters.queue,
        queue,
        Date.now(),
        deadLetters.maximumReceives,
      ) as unknown as Message[];
  }

  /** Moves visible messages to another queue and resets their number of receives. */
  redrive(from: string, to: string) {
    const now = Date.now();
    this.#database
      .prepare(
        `UPDATE messages SET queue = ?, visible_at = ?, receives = 0
         WHERE queue = ? AND visible_at <= ?`,
      )
      .run(to, now, from, now);
  }

  /** Hides a message for `visibilityMs` from now. */
  hide(id: string, visibilityMs: number) {
    this.#database
      .prepare("UPDATE messages SET visible_at = ? WHERE id = ?")
      .run(Date.now() + visibilityMs, id);
  }

  delete(id: string) {
    this.#database.prepare("DELETE FROM messages WHERE id = ?").run(id);
  }

  /** The numbers of messages of a queue that can be received now, and only later. */
  depth(queue: string): { visible: number; hidden: number } {
    const row = this.#database
      .prepare(
        `SELECT count(*) FILTER (WHERE visible_at <= $now) AS visible,
                count(*) FILTER (WHERE visible_at > $now) AS hidden
         FROM messages WHERE queue = $queue`,
      )
      .get({ queue, now: Date.now() });
    return { visible: Number(row?.["visible"]), hidden: Number(row?.["hidden"]) };
  }

  close() {
    this.#database.close();
  }
}

/** The ARN of a queue on this machine. */
export function arnOf(queue: string): string {
  return `arn:aws:sqs:local:000000000000:${queue}`;
}
