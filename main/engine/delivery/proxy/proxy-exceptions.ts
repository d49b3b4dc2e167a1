import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Whether `NO_PROXY` excepts a service from the proxy. There is no standard, so it is read as curl
 * (lib/noproxy.c) and Go (x/net/http/httpproxy) read it, whichever of them takes more:
 *
 * - a name stands for itself and all below it, with or without a dot or `*.` before and a dot after it;
 * - an address, in brackets or not, and a range of addresses, such as `10.0.0.0/8`;
 * - each with a port or without; `*` is all;
 * - commas, semicolons, blanks and quotes, which some places keep, separate them. Case makes no difference.
 */
export function isExcepted(url: URL, exceptions: string): boolean {
  const service = {
    host: withoutDot(url.hostname.replace(/^\[|\]$/g, '')),
    port: url.port === '' ? '443' : url.port,
  };
  return exceptions
    .toLowerCase()
    .split(/[\s,;"']+/)
    .some((entry) => entry === '*' || excepts(entry, service));
}

interface Service {
  readonly host: string;
  readonly port: string;
}

function excepts(entry: string, { host, port }: Service): boolean {
  const range = /^\[?([\da-f.:]+?)\]?\/(\d{1,3})$/.exec(entry);
  if (range !== null) return isInRange(host, range[1] ?? '', Number(range[2]));
  // The colons of a bare IPv6 address begin no port.
  if (isIP(entry) === 6) return isInRange(host, entry, 128);
  const [, inBrackets, plain = '', onlyPort] =
    /^(?:\[([^\]]*)\]|(?:\*?\.)?(.*?))(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (inBrackets !== undefined) return isInRange(host, inBrackets, 128);
  if (isIP(plain) !== 0 || isIP(host) !== 0) return isInRange(host, plain, 32);
  const name = domainToASCII(withoutDot(plain));
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

/** The dot at the end of a name that is whole, as in `api.example.`, says nothing more. */
function withoutDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const family = isIP(host);
  if (family === 0 || isIP(network) !== family || prefix > (family === 4 ? 32 : 128)) return false;
  const kind = family === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addSubnet(network, prefix, kind);
  return range.check(host, kind);
}
