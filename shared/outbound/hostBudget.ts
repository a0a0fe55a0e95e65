/**
 * @file What each kind of work may send to a host name and to an address. Code that limits requests to a host
 * takes the limit from here.
 */

/**
 * Probes that start in a second, in one call of a worker; `burst` more may start after a pause. Many calls run
 * at once, each with websites of its own: a website is probed at a moment that follows from its uuid.
 */
export const PROBES = { nameOfReseller: 20, name: 30, address: 45, burst: 10 };
