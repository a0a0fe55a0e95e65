import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";

const BUSY_TIMEOUT_MS = 5000;

/** A message as a consumer gets it. */
export interface Message {
  id: string;
  body: string;
  /** How often it was received, this time included. */
  receives: number;
}

/**
 * The messages of all queues, in a file of their own: they outlive the process, and every process
 * with the same DATA_DIR can send. Times are milliseconds since 1970.
 */
export class MessageStore {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS messages (
        id TEXT PRIMARY KEY, queue TEXT NOT NULL, body TEXT NOT NULL,
        visible_at INTEGER NOT NULL, receives INTEGER NOT NULL DEFAULT 0
      );
      CREATE INDEX IF NOT EXISTS visible ON messages (queue, visible_at);
    `);
  }

  /** Adds a message, to be received after a delay; returns its id. */
  send(queue: string, body: string, delayMs = 0): string {
    const id = randomUUID();
    this.#run("INSERT INTO messages (id, queue, body, visible_at) VALUES (?, ?, ?, ?)", [
      id,
      queue,
      body,
      Date.now() + delayMs,
    ]);
    return id;
  }

  /** Takes up to `limit` messages, which nobody else receives until `visibilityMs` have passed. */
  receive(queue: string, limit: number, visibilityMs: number): Message[] {
    const now = Date.now();
    return this.#database
      .prepare(
        `UPDATE messages SET visible_at = ?, receives = receives + 1
         WHERE id IN (SELECT id FROM messages WHERE queue = ? AND visible_at <= ?
                      ORDER BY visible_at LIMIT ?)
         RETURNING id, body, receives`,
      )
      .all(now + visibilityMs, queue, now, limit) as unknown as Message[];
  }

  delete(id: string) {
    this.#run("DELETE FROM messages WHERE id = ?", [id]);
  }

  /** Lets a message be received again after a delay. */
  giveBack(id: string, delayMs: number) {
    this.#run("UPDATE messages SET visible_at = ? WHERE id = ?", [Date.now() + delayMs, id]);
  }

  /** Moves a message to another queue: its dead-letter queue. */
  move(id: string, queue: string) {
    this.#run("UPDATE messages SET queue = ?, visible_at = ? WHERE id = ?", [
      queue,
      Date.now(),
      id,
    ]);
  }

  /** Makes what a process that is gone had received visible again. */
  recover() {
    this.#run("UPDATE messages SET visible_at = ? WHERE receives > 0", [Date.now()]);
  }

  /** How many messages a queue holds, received ones included. */
  count(queue: string): number {
    const row = this.#database
      .prepare("SELECT count(*) AS count FROM messages WHERE queue = ?")
      .get(queue);
    return Number(row?.["count"]);
  }

  close() {
    this.#database.close();
  }

  #run(statement: string, parameters: (string | number)[]) {
    this.#database.prepare(statement).run(...parameters);
  }
}
