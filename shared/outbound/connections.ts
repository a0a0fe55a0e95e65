import http from "node:http";
import https from "node:https";

/** Connections that several requests share, one after the other, until they are closed. */
export interface Connections {
  http: http.Agent;
  https: https.Agent;
  close(): void;
}

/**
 * Keeps the connection of a request whose answer was read whole for the next request to the same
 * origin. There are as many as requests at a time, and they are open until `close`: whoever makes
 * requests to ever new hosts closes them in between.
 */
export function keepAlive(): Connections {
  const agents = {
    http: new http.Agent({ keepAlive: true }),
    https: new https.Agent({ keepAlive: true }),
  };
  return {
    ...agents,
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}
