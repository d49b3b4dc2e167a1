import { Agent, request } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { type DeliveryService, startDeliveryService } from '../../delivery-service.ts';
import { certificateForms, testIdentity } from '../../tls/test-certificate.ts';

let service: DeliveryService;
let agent: Agent;

afterEach(async () => {
  await agent.destroy();
  await service.close();
});

async function ask(form: (typeof certificateForms)[number], isTrusted: boolean): Promise<string> {
  const { authorityPem, ...tls } = testIdentity(form, Date.now());
  service = await startDeliveryService({ tls });
  agent = new Agent({ connect: isTrusted ? { ca: authorityPem } : {} });
  try {
    const answer = await request(service.baseUrl, { dispatcher: agent });
    await answer.body.dump();
    return String(answer.statusCode);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

describe('certificates', () => {
  test.each([
    ['good', '404'],
    ['self-signed', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['expired', 'CERT_HAS_EXPIRED'],
    ['not-yet-valid', 'CERT_NOT_YET_VALID'],
    ['wrong-host', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ] as const)('to who trusts the authority, "%s" gives %s', async (form, outcome) => {
    expect(await ask(form, true)).toBe(outcome);
  });

  test('a reset reaches through TLS', async () => {
    const { authorityPem, ...tls } = testIdentity('good', Date.now());
    service = await startDeliveryService({ tls });
    service.fault({ action: { do: 'reset', when: 'beforeHead' } });
    agent = new Agent({ connect: { ca: authorityPem } });
    const path = `${service.baseUrl}/oauth/token`;
    await expect(request(path, { method: 'POST', dispatcher: agent })).rejects.toMatchObject({
      code: 'ECONNRESET',
    });
  });

  test('who does not trust the authority refuses even a good one', async () => {
    expect(await ask('good', false)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  });
});
