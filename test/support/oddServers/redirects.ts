import { type OddServer, type Ours, odd, ok, PAGE, type Talk } from "./oddServer.ts";

const page = (...headers: string[]) => ok(`content-length: ${PAGE.length}`, ...headers) + PAGE;
const redirect = (...headers: string[]) =>
  ["HTTP/1.1 302 Found", "content-length: 0", "connection: close", ...headers, "", ""].join("\r\n");

const pathOf = (request: string) => request.split(" ")[1] ?? "";
const cookieOf = (request: string) => /^cookie: (.*)$/im.exec(request)?.[1] ?? "";

/** Redirects the start page with these headers, or what they are for a request; everything else is a page. */
const to =
  (...headers: string[]): Talk =>
  (socket, request) =>
    void socket.end(Buffer.from(pathOf(request) === "/" ? redirect(...headers) : page(), "latin1"));

/** Redirects to the next number as often as this. */
const chain =
  (length: number): Talk =>
  (socket, request) => {
    const at = Number(pathOf(request).slice(1));
    socket.end(at < length ? redirect(`location: /${at + 1}`) : page());
  };

/** Sets a cookie and redirects to the same page until the cookie is sent. */
const wants =
  (set: string): Talk =>
  (socket, request) => {
    const has = cookieOf(request) === "a=1";
    socket.end(has ? page() : redirect(`location: /`, `set-cookie: ${set}`));
  };

const FOLLOWED: Ours = ["up", "page", "failed"];
const LOOP: Ours = ["redirect_loop", "redirect_loop", "failed"];
const NOWHERE: Ours = ["invalid_url", "invalid_url", "failed"];
const MANY = "ERR_TOO_MANY_REDIRECTS";
const SEVERAL = "ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION";

export const redirects: OddServer[] = [
  odd("a relative location", to("location: x"), "shown", FOLLOWED),
  odd("a location with a backslash", to("location: \\x"), "shown", FOLLOWED),
  odd("a location in UTF-8", to("location: /caf\xc3\xa9"), "shown", FOLLOWED),
  odd("a location with spaces", to("location:   /a b  "), "shown", FOLLOWED),
  odd("two locations", to("location: /x", "location: /y"), SEVERAL, [
    "protocol",
    "protocol",
    "failed",
  ]),
  odd("an empty location", to("location:"), "blank", [
    "up",
    "http 302",
    "failed",
    "As any answer 3xx that leads nowhere.",
  ]),
  odd("a location of mail", to("location: mailto:a@example.com"), "ERR_ABORTED", NOWHERE),
  odd(
    "a redirect with broken gzip",
    to("location: /x", "content-encoding: gzip"),
    "shown",
    FOLLOWED,
  ),
  odd("19 redirects", chain(19), "shown", ["up", "redirect_loop", "failed"]),
  odd("21 redirects", chain(21), MANY, ["redirect_loop", "redirect_loop", "failed"]),
  odd("a loop", chain(1e9), MANY, ["redirect_loop", "redirect_loop", "failed"]),
  odd("a loop of one", wants("b=2"), MANY, LOOP),
  odd("a loop until a cookie comes", wants("a=1"), "shown", FOLLOWED),
  odd("a cookie that has expired", wants("a=1; max-age=0"), MANY, LOOP),
  odd("a cookie of another domain", wants("a=1; domain=example.com"), MANY, LOOP),
  odd("a secure cookie", wants("a=1; secure"), "shown", [
    "redirect_loop",
    "redirect_loop",
    "failed",
    "Chromium trusts this machine; from any other host by http, it refuses one too.",
  ]),
];

/** A redirect that has to be waited for. */
export const slowRedirect = odd("a redirect whose body stalls", stalls, "shown", [
  "up",
  "timeout",
  "failed",
]);

function stalls(socket: Parameters<Talk>[0], request: string) {
  if (pathOf(request) !== "/") socket.end(page());
  else socket.write("HTTP/1.1 302 Found\r\nlocation: /x\r\ncontent-length: 9\r\n\r\n");
}
