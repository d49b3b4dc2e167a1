/** A text of a dictionary with its path in it. */
export type PlacedText = readonly [path: string, text: string];

/** Every text of a dictionary by its path; functions are called with samples. */
export function textsOf(node: unknown, path: string): readonly PlacedText[] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node === 'function') return spoken(node, path);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, below]) => textsOf(below, `${path}.${name}`));
}

/** The results of a function of a dictionary with numbers and texts as its arguments. */
function spoken(say: unknown, path: string): readonly PlacedText[] {
  if (
    typeof say !== 'function' ||
    /\.outcome$|\.problem$|\.rejections$|\.listening\.listening$|\.spoken$|\.sentences$|\.names$|\.parts$|\.status$|\.vehicle$|\.duration$|\.distance$|\.refused$|\.noContact$|\.tooltip$|\.line$|\.repeatedLoss$|\.fileAccepted$/.test(
      path,
    )
  )
    return [];
  return [1, 24, '八'].flatMap((sample) => {
    const given = Array.from({ length: say.length }, () => sample);
    const text: unknown = Reflect.apply(say, undefined, given);
    return typeof text === 'string' ? [[path, text.replaceAll('NaN', '0')] as const] : [];
  });
}

/** Words that Chinese texts keep in Latin letters: names, units of screens, addresses, file types. */
const names = [
  'searching、assigned、at_pickup、picked_up、at_dropoff、failed、cancelled',
  '4 = done',
  'token_type',
  'attributes',
  'data',
  'order',
  'orders',
  'driver',
  'id',
  'GET',
  'UTC',
  'cloudflared tunnel --url http://127.0.0.1:',
  'hooks.example.com { reverse_proxy 127.0.0.1:',
  'location /hooks/ { proxy_pass http://127.0.0.1:',
  '; proxy_set_header Host $host; }',
  'https://hooks.example.com',
  'https://hub.example.com',
  'ABCD-EFGH-JKMN',
  '「C」',
  'socks5://host:port',
  'http://127.0.0.1:',
  'HMAC-SHA256',
  'x-signature',
  'cloudflared',
  'Webhook Url',
  '/hooks/',
  'http://',
  'https://',
  'base64',
  'nginx',
  'Caddy',
  'SOCKS 5',
  'CSV',
  'HTTPS',
  'https',
  'VPN',
  'IT',
  'POST',
  'HTTP',
  'GeoJSON',
  'JSON',
  'GeoJSON',
  'IP',
  'Accept-Language: zh-HK',
  'HTTPS_PROXY',
  'NO_PROXY',
  'https://api.example.com',
  'https://host:port',
  'http://host:port',
  'GNOME Keyring',
  'KWallet',
  'Waybell',
  'Webhook',
  'Healthchecks',
  'Uptime Kuma',
  'English',
  'Control',
  'Command',
  'Escape',
  'Linux',
  'Bearer',
  'Ctrl',
  'Alt',
  '{uuid}',
  'uuid',
  'HK$',
  'HKD',
  'PEM',
  'MB',
  'ID',
  'px',
  '.txt',
  '.csv',
  '.tsv',
  '.json',
  '.eml',
  'J、K、R、M',
  'a 到 f',
  'zh-Hant',
];

const longestFirst = names.toSorted((one, other) => other.length - one.length);

function withoutNames(text: string): string {
  return longestFirst.reduce((left, name) => left.replaceAll(name, '名'), text);
}

/** Where texts break the rules of docs/glossary.md for Traditional Chinese, in words. */
export function chineseFaults(texts: readonly PlacedText[]): readonly string[] {
  return texts.flatMap(([path, text]) => {
    const faults: string[] = [];
    if (/[A-Za-z]/.test(withoutNames(text))) faults.push('English is left');
    if (/(?!八)\p{Script=Han}[,.;:?!()]/u.test(text)) faults.push('punctuation is not Chinese');
    // A sample number may stand for a duration that ends in Chinese, so blanks cannot be judged beside it.
    const hasBareNumber = /(?:^|\D)(?:1|24)(?:\D|$)/.test(text);
    const isTouching = /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(text);
    if (isTouching && !hasBareNumber) faults.push('no blank beside letters or digits');
    const strange = (text.match(/\p{Script=Han}/gu) ?? []).filter((each) => !big5.has(each));
    if (strange.length > 0) faults.push(`not Traditional: ${strange.join('')}`);
    return faults.map((fault) => `${path}: ${fault}: ${text}`);
  });
}

/** The characters of Traditional Chinese: the 13,053 of Big5, from its two levels. */
function big5Characters(): ReadonlySet<string> {
  const decoder = new TextDecoder('big5');
  const levels = [
    [0xa4, 0xc6],
    [0xc9, 0xf9],
  ] as const;
  const known = new Set<string>();
  for (const [first, last] of levels) {
    for (let lead = first; lead <= last; lead += 1) {
      for (let trail = 0x40; trail <= 0xfe; trail += 1) {
        known.add(decoder.decode(new Uint8Array([lead, trail])));
      }
    }
  }
  return known;
}

const big5 = big5Characters();
