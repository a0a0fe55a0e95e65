import { linkTo } from "../place.ts";

/** An address that no screen has. */
export function NotFoundScreen() {
  return (
    <>
      <h1>There is nothing at this address</h1>
      <p>The address may be mistyped, or from another version of the console.</p>
      <p>
        <a href={linkTo("")}>To the overview</a> · <a href={linkTo("websites")}>All websites</a> ·{" "}
        <a href={linkTo("customers")}>All customers</a>
      </p>
    </>
  );
}
