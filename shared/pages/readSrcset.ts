const MAX_CANDIDATES = 50;

/** The addresses in a `srcset`; one may itself hold commas, as in `data:image/png;base64,...`. */
export function readSrcset(srcset: string): string[] {
  const addresses: string[] = [];
  const candidates = /[\s,]*(\S+)/y;
  while (addresses.length < MAX_CANDIDATES) {
    const written = candidates.exec(srcset)?.[1];
    if (!written) break;
    const address = withoutTrailingCommas(written);
    if (address) addresses.push(address);
    if (address === written) candidates.lastIndex = endOfDescriptor(srcset, candidates.lastIndex);
  }
  return addresses;
}

function withoutTrailingCommas(address: string) {
  let end = address.length;
  while (address[end - 1] === ",") end -= 1;
  return address.slice(0, end);
}

/** The place after the comma that ends a descriptor such as `2x`; a comma in brackets does not. */
function endOfDescriptor(srcset: string, start: number) {
  let bracketed = false;
  for (let index = start; index < srcset.length; index += 1) {
    const character = srcset[index];
    if (character === "(") bracketed = true;
    if (character === ")") bracketed = false;
    if (character === "," && !bracketed) return index + 1;
  }
  return srcset.length;
}
