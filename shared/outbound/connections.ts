import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";

/** A server that says nothing about it closes a connection that is idle for 5 seconds. */
const IDLE_MS = 4000;
/** Of all hosts together, unless told. */
const MAX_IDLE = 100;

/** Connections that several requests share, one after the other. */
export interface Connections {
  http: http.Agent;
  https: https.Agent;
  /**
   * Closes all idle ones, where they are many or were not used for seconds: to be called before and
   * after work, since no time passes for a function that is frozen in between.
   */
  trim(): void;
}

/**
 * Keeps the connection of a request whose answer was read whole for the next request to the same
 * origin. There are as many as requests at a time, and so many idle ones at most once they are
 * trimmed: whoever meets ever new hosts does not keep a connection to each.
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
      if (idle.length > maxIdle || now - trimmedAt > IDLE_MS) for (const one of idle) close(one);
      trimmedAt = now;
    },
  };
}

function close(socket: Socket | undefined) {
  socket?.destroy();
}
