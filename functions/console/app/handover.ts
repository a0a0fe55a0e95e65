const TOKEN = /^#open=([\w.-]+)$/;

/**
 * The demo key, if the address has the token that `npm start` has printed. The token leaves the address at once.
 */
export async function readHandedKey(): Promise<string | undefined> {
  const [, token] = TOKEN.exec(location.hash) ?? [];
  if (!token) return undefined;
  history.replaceState(null, "", location.pathname);
  const response = await fetch("console/key", { headers: { "console-token": token } });
  return response.ok ? await response.text() : undefined;
}
