/** `ada@example.com` for `ada+shop@example.com`: most mail servers deliver both to one person. */
export function withoutTag(address: string): string {
  const at = address.lastIndexOf("@");
  const plus = address.indexOf("+");
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}
