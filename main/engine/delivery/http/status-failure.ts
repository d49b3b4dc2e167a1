import { DeliveryError } from '../../../../core/delivery/delivery-failure.ts';
import { retryAfterMs } from './retry-after.ts';
import type { HttpAnswer } from './transport.ts';

/**
 * The failure of the host or of the network that an answer stands for, whatever was asked.
 *
 * The contract names no status codes (seeds/contract.md, 7), so these are HTTP's own meanings
 * (RFC 9110; 511: RFC 6585). 408 and 425 are asked again like any failing service.
 *
 * @param origin a redirect that leaves it is how a captive portal sends a browser to its login
 * @param wallMs what "now" is when the service asks for a pause and sends no date of its own
 * @returns null when the status says something about what was asked, not about the host
 */
export function statusFailure(
  answer: HttpAnswer,
  origin: string,
  wallMs: number,
): DeliveryError | null {
  const { status, headers } = answer;
  if (status === 407) return new DeliveryError('proxy-refused', { httpStatus: status });
  if (status === 511) return new DeliveryError('captive-portal', { httpStatus: status });
  if (status === 200 && isWebPage(answer)) {
    return new DeliveryError('captive-portal', { httpStatus: status });
  }
  if (status >= 300 && status < 400 && leavesOrigin(headers.location, origin)) {
    return new DeliveryError('captive-portal', { httpStatus: status });
  }
  const isRateLimited = status === 429;
  if (isRateLimited || status >= 500 || status === 408 || status === 425) {
    const waitMs = retryAfterMs(headers['retry-after'], headers.date, wallMs);
    return new DeliveryError(isRateLimited ? 'rate-limited' : 'service-failing', {
      httpStatus: status,
      ...(waitMs === null ? {} : { retryAfterMs: waitMs }),
    });
  }
  return null;
}

/**
 * Whether an answer is a page for people, by its content in any encoding: JSON never begins with a `<`, and some
 * services send JSON that calls itself a page.
 */
export function isWebPage({ body }: Pick<HttpAnswer, 'body'>): boolean {
  return /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*</.test(body.toString('latin1', 0, 1000));
}

function leavesOrigin(location: string | undefined, origin: string): boolean {
  if (location === undefined || !URL.canParse(location, origin)) return false;
  return new URL(location, origin).origin !== origin;
}
