import { createProgress } from "../../terminal.ts";

interface Steps<Result> {
  hasMore(result: Result): boolean;
  /** How far the command is. */
  say(result: Result): string;
  /** The result after another call. */
  more(result: Result): Promise<Result>;
}

/** Goes on with a command until all is done, and says on stderr how far it is. */
export async function goOn<Result>(first: Result, { hasMore, say, more }: Steps<Result>) {
  const progress = createProgress();
  try {
    let result = first;
    while (hasMore(result)) {
      progress.step(say(result));
      result = await more(result);
    }
    return result;
  } finally {
    progress.end();
  }
}
