import { flag, WrongInput } from "./command.ts";

/** Says that a deletion is meant. */
export const yes = flag("--yes");

/** Throws WrongInput, with what a deletion would delete, unless it is confirmed. */
export function assertConfirmed(confirmed: boolean | undefined, what: string) {
  if (confirmed) return;
  throw new WrongInput(`This deletes ${what}, for good. Add --yes to do it.`);
}

/** `3 websites`, `1 user`. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}
