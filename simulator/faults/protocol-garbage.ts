/** In which way the bytes of an answer are no HTTP. */
export type ProtocolGarbage =
  | 'not-http'
  | 'bad-chunk-size'
  | 'huge-header'
  | 'header-control-character'
  | 'two-lengths'
  | 'length-and-chunked'
  | 'second-answer';

const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const forged = '{"uuid":"0b5e55ed-0000-4000-8000-000000000003","status":"completed"}';

/** The bytes of an answer that must not be taken for one. */
export function garbageBytes(form: ProtocolGarbage): Buffer {
  return Buffer.from(garbage(form), 'latin1');
}

function garbage(form: ProtocolGarbage): string {
  const length = `Content-Length: ${forged.length}\r\n`;
  switch (form) {
    case 'not-http':
      return 'SSH-2.0-OpenSSH_9.9\r\n';
    case 'bad-chunk-size':
      return `${ok}Transfer-Encoding: chunked\r\n\r\nZZ\r\n${forged}\r\n0\r\n\r\n`;
    case 'huge-header':
      return `${ok}X-Filler: ${'x'.repeat(1_000_000)}\r\n${length}\r\n${forged}`;
    case 'header-control-character':
      return `${ok}X-Odd: a\0b\u{7}\r\n${length}\r\n${forged}`;
    case 'two-lengths':
      return `${ok}Content-Length: 5\r\n${length}\r\n${forged}`;
    case 'length-and-chunked':
      return `${ok}${length}Transfer-Encoding: chunked\r\n\r\n${forged.length.toString(16)}\r\n${forged}\r\n0\r\n\r\n`;
    case 'second-answer':
      return `${ok}Content-Length: 2\r\n\r\n{}${ok}${length}\r\n${forged}`;
  }
}
