import http from "node:http";
import https from "node:https";

/** Shorter than the 5 seconds after which most servers close an idle connection. */
const IDLE_MS = 4000;
/** Of all hosts together. */
const MAX_IDLE = 100;

/** Connections that several requests use, one after the other. */
export interface Connections {
  http: http.Agent;
  https: https.Agent;
  /**
   * Closes all idle connections if they are too many, or if the last call was seconds ago. Call it
   * before and after work, since the timers of a frozen function stand still.
   */
  trim(): void;
}

/**
 * Keeps the connection of a request whose answer was read completely for the next request to the same
 * origin. After `trim` at most `maxIdle` are idle.
 */
export function keepAlive({ maxIdle = MAX_IDLE } = {}): Connections {
  const agents = [
    new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
    new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
  ] as const;
  let trimmedAt = Date.now();
  return {
    http: agents[0],
    https: agents[1],
    trim() {
      const idle = agents.flatMap(({ freeSockets }) => Object.values(freeSockets)).flat();
      const now = Date.now();
      if (idle.length > maxIdle || now - trimmedAt > IDLE_MS)
        for (const socket of idle) socket?.destroy();
      trimmedAt = now;
    },
  };
}
