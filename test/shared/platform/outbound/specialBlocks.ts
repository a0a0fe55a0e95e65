/**
 * The outer blocks of IANA's IPv4 Special-Purpose Address Registry, multicast, and the neighbours that must stay
 * reachable.
 */
export const SPECIAL_IPV4: [block: string, first: string, last: string][] = [
  ["0.0.0.0/8", "0.0.0.0", "0.255.255.255"],
  ["10.0.0.0/8", "10.0.0.0", "10.255.255.255"],
  ["100.64.0.0/10", "100.64.0.0", "100.127.255.255"],
  ["127.0.0.0/8", "127.0.0.0", "127.255.255.255"],
  ["169.254.0.0/16", "169.254.0.0", "169.254.255.255"],
  ["172.16.0.0/12", "172.16.0.0", "172.31.255.255"],
  ["192.0.0.0/24", "192.0.0.0", "192.0.0.255"],
  ["192.0.2.0/24", "192.0.2.0", "192.0.2.255"],
  ["192.31.196.0/24", "192.31.196.0", "192.31.196.255"],
  ["192.52.193.0/24", "192.52.193.0", "192.52.193.255"],
  ["192.88.99.0/24", "192.88.99.0", "192.88.99.255"],
  ["192.168.0.0/16", "192.168.0.0", "192.168.255.255"],
  ["192.175.48.0/24", "192.175.48.0", "192.175.48.255"],
  ["198.18.0.0/15", "198.18.0.0", "198.19.255.255"],
  ["198.51.100.0/24", "198.51.100.0", "198.51.100.255"],
  ["203.0.113.0/24", "203.0.113.0", "203.0.113.255"],
  ["224.0.0.0/4 (multicast)", "224.0.0.0", "239.255.255.255"],
  ["240.0.0.0/4", "240.0.0.0", "255.255.255.255"],
];

/** The outer blocks of IANA's IPv6 Special-Purpose Address Registry, multicast, site-local and what is unassigned. */
export const SPECIAL_IPV6: [block: string, first: string, last: string][] = [
  ["::1/128", "::1", "::1"],
  ["::/128", "::", "::"],
  ["::/96 (compatible)", "::2", "::ffff:ffff"],
  ["::ffff:0:0/96", "::ffff:0:0", "::ffff:ffff:ffff"],
  ["::ffff:0:0:0/96 (translated)", "::ffff:0:0:0", "::ffff:0:ffff:ffff"],
  ["64:ff9b::/96", "64:ff9b::", "64:ff9b::ffff:ffff"],
  ["64:ff9b:1::/48", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::/64", "100::", "100::ffff:ffff:ffff:ffff"],
  ["100:0:0:1::/64", "100:0:0:1::", "100:0:0:1:ffff:ffff:ffff:ffff"],
  ["2001::/23", "2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::/32", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::/16", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::/48", "2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::/20", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::/2 (unassigned)", "4000::", "7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::/16", "5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["8000::/2 (unassigned)", "8000::", "bfff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::/7", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::/10", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::/10 (site-local)", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::/8 (multicast)", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
];

/** Public addresses, among them the neighbours of special blocks. */
export const PUBLIC_ADDRESSES = [
  ...["1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"],
  ...["126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255"],
  ...["172.32.0.0", "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.167.255.255"],
  ...["192.169.0.0", "198.17.255.255", "198.20.0.0", "203.0.112.255", "203.0.114.0"],
  ...["223.255.255.255", "8.8.8.8", "2001:200::", "2001:4860:4860::8888", "2001:db7:ffff::"],
  ...["2001:db9::", "2003::", "2606:2800:220:1::", "2620:4f:7fff::1", "2620:4f:8001::"],
  ...["3ffe:ffff::", "3fff:1000::", "2a00:1450:4001:81b::200e"],
];

/** The forms in which IPv6 can hold an IPv4 address; Teredo holds a server's and a client's. */
export function formsInIpv6(ipv4: string): [form: string, address: string][] {
  const bytes = ipv4.split(".").map(Number);
  const inverted = hex(bytes.map((byte) => 255 - byte));
  return [
    ["mapped", `::ffff:${hex(bytes)}`],
    ["mapped, dotted", `::ffff:${ipv4}`],
    ["compatible", `::${hex(bytes)}`],
    ["translated", `::ffff:0:${hex(bytes)}`],
    ["NAT64", `64:ff9b::${hex(bytes)}`],
    ["local-use NAT64", `64:ff9b:1::${hex(bytes)}`],
    ["6to4", `2002:${hex(bytes)}::1`],
    ["Teredo server", `2001:0:${hex(bytes)}:0:ffff:a5a5:5a5a`],
    ["Teredo client", `2001:0:5db8:d822:0:ffff:${inverted}`],
  ];
}

function hex(bytes: number[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
