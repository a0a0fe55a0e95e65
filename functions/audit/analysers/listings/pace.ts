/** Resolves when the next request may start. */
export type Pace = () => Promise<void>;
