import type { ConnectionTest } from '../../../core/delivery/connection.ts';
import { DeliveryError } from '../../../core/delivery/delivery-failure.ts';
import type { OrderId } from '../../../core/order/order-id.ts';
import type {
  ConnectionProfile,
  DeliveryLink,
  DeliveryOpener,
} from '../../../main/engine/connection/ports.ts';
import type { CheckAnswer } from '../../../main/engine/watch/ports.ts';

/** A link whose checks a test answers by hand. */
export class FakeLink implements DeliveryLink {
  readonly profile: ConnectionProfile;
  readonly clientSecret: string;
  readonly forgotten: OrderId[] = [];
  readonly waiting: PromiseWithResolvers<CheckAnswer>[] = [];
  isClosed = false;

  constructor(profile: ConnectionProfile, clientSecret: string) {
    this.profile = profile;
    this.clientSecret = clientSecret;
  }

  check(): Promise<CheckAnswer> {
    const answer = Promise.withResolvers<CheckAnswer>();
    this.waiting.push(answer);
    return answer.promise;
  }

  forget(id: OrderId): void {
    this.forgotten.push(id);
  }

  /** Fails the open checks, as a real link does. */
  async close(): Promise<void> {
    this.isClosed = true;
    for (const { reject } of this.waiting) reject(new DeliveryError('connection-lost'));
  }
}

export const passedTest: ConnectionTest = {
  steps: [
    { name: 'reach', state: 'passed', elapsedMs: 1, detail: null },
    { name: 'certificate', state: 'passed', elapsedMs: 1, detail: 'TLS 1.3' },
    { name: 'token', state: 'passed', elapsedMs: 1, detail: null },
  ],
};

export const refusedTest: ConnectionTest = {
  steps: [
    passedTest.steps[0],
    passedTest.steps[1],
    {
      name: 'token',
      state: 'failed',
      elapsedMs: 1,
      code: 'credentials-refused',
      httpStatus: 401,
      message: 'No.',
    },
  ],
};

/** Opens fake links. A connection test passes with the right secret, or with any if none is set. */
export class FakeOpener implements DeliveryOpener {
  readonly links: FakeLink[] = [];
  readonly tested: { readonly profile: ConnectionProfile; readonly clientSecret: string }[] = [];
  rightSecret: string | null = null;

  get last(): FakeLink {
    const link = this.links.at(-1);
    if (link === undefined) throw new Error('nothing was opened');
    return link;
  }

  open(profile: ConnectionProfile, clientSecret: string): DeliveryLink {
    const link = new FakeLink(profile, clientSecret);
    this.links.push(link);
    return link;
  }

  refusal(): null {
    return null;
  }

  async test(
    profile: ConnectionProfile,
    clientSecret: string,
    progress: (test: ConnectionTest) => void,
  ): Promise<ConnectionTest> {
    this.tested.push({ profile, clientSecret });
    const test =
      this.rightSecret === null || clientSecret === this.rightSecret ? passedTest : refusedTest;
    progress(test);
    return test;
  }
}
