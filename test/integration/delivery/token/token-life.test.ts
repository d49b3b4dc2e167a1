import { describe, expect, test } from 'vitest';
import { settle } from '../../../support/fake-clock.ts';
import { sendJson } from '../../../support/service/little-service.ts';
import { served } from '../../../support/service/served-client.ts';
import { current, grant, numbered } from '../../../support/service/token-grants.ts';

describe('the life of a token', () => {
  test('many callers share one request', async () => {
    const client = await served(async (_request, response) => {
      await settle();
      sendJson(response, 200, grant());
    });
    const all = await Promise.all(Array.from({ length: 200 }, () => current(client)));
    expect(new Set(all.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer token-1']),
    );
    expect(client.service.requests).toHaveLength(1);
  });

  test('a caller that aborts does not end the request of the others', async () => {
    const client = await served(() => undefined);
    const abort = new AbortController();
    const impatient = client.tokens.current(abort.signal);
    const patient = current(client);
    impatient.catch(() => undefined);
    await client.service.arrived(1);
    abort.abort(new Error('gone'));
    await expect(impatient).rejects.toThrow('gone');
    client.service.answer = numbered();
    client.tokens.close();
    await expect(patient).rejects.toMatchObject({ code: 'connection-lost' });
  });

  test('it is renewed ahead of its end while the old one goes on being used', async () => {
    const client = await served(numbered());
    await current(client);
    await client.clock.advance(2_879_999);
    expect(client.tokens.ready()?.generation).toBe(1);
    expect(client.service.requests).toHaveLength(1);
    await client.clock.advance(1);
    expect(client.tokens.ready()?.generation).toBe(1);
    await client.service.arrived(2);
    await expect.poll(() => client.tokens.ready()?.generation).toBe(2);
  });

  test('a renewal that fails leaves the old token in use, backs off, and matters only at its end', async () => {
    const client = await served(numbered());
    await current(client);
    client.service.answer = (_request, response) => sendJson(response, 500, {});
    await client.clock.advance(2_880_000);
    for (let second = 0; second < 700; second += 1) {
      expect(client.tokens.ready()?.generation).toBe(1);
      await client.clock.advance(1000);
    }
    expect(client.service.requests.length).toBeGreaterThan(3);
    expect(client.service.requests.length).toBeLessThan(16);
    await client.clock.advance(60_000);
    expect(client.tokens.ready()).toBeNull();
    await expect(current(client)).rejects.toMatchObject({ code: 'service-failing' });
    // However long the pauses had become, the end of the outage is noticed at once.
    client.service.answer = numbered();
    await client.clock.advance(1000);
    expect((await current(client)).generation).toBe(2);
  });

  test('its lifetime is counted from the start of the request', async () => {
    const client = await served(async (_request, response) => {
      await client.clock.advance(9000);
      sendJson(response, 200, grant('slow', 100));
    });
    await current(client);
    await client.clock.advance(90_999);
    expect(client.tokens.ready()).not.toBeNull();
    await client.clock.advance(1);
    expect(client.tokens.ready()).toBeNull();
  });

  test('jumps of the wall clock have no effect', async () => {
    const client = await served(numbered());
    await current(client);
    for (const wallMs of [0, Date.UTC(2026, 2, 2, 10), Date.UTC(2099, 0, 1)]) {
      client.clock.setWall(wallMs);
      expect(client.tokens.ready()?.generation).toBe(1);
    }
    expect(client.service.requests).toHaveLength(1);
  });

  test.each([0, -5, 1, '0'])(
    'a lifetime of %s causes at most ten requests in five minutes',
    async (expiresIn) => {
      const client = await served(numbered(expiresIn));
      for (let second = 0; second < 300; second += 1) {
        await current(client);
        await client.clock.advance(1000);
      }
      expect(client.service.requests.length).toBeLessThanOrEqual(10);
    },
  );

  test.each([
    ['not given', null],
    ['words', 'soon'],
  ])('a lifetime that is %s lasts ten minutes at most', async (_name, expiresIn) => {
    const client = await served(numbered(expiresIn));
    await current(client);
    await client.clock.advance(600_000);
    await expect(current(client)).resolves.toMatchObject({ generation: 2 });
  });
});

describe('a refused token', () => {
  test('is replaced once, however many requests were refused with it', async () => {
    const client = await served(numbered());
    const refused = await current(client);
    const renewed = await Promise.all(
      Array.from({ length: 50 }, () => client.tokens.renew(refused, null)),
    );
    expect(new Set(renewed.map(({ generation }) => generation))).toEqual(new Set([2]));
    expect(client.service.requests).toHaveLength(2);
  });

  test('of an earlier generation is not a reason to renew the present one', async () => {
    const client = await served(numbered());
    const first = await current(client);
    await client.tokens.renew(first, null);
    await expect(client.tokens.renew(first, null)).resolves.toMatchObject({ generation: 2 });
    expect(client.service.requests).toHaveLength(2);
  });

  test('that is refused again and again is renewed three times and then twice a minute', async () => {
    const client = await served(numbered());
    for (let minute = 0; minute < 10; minute += 1) {
      for (let poll = 0; poll < 60; poll += 1) {
        await current(client)
          .then((token) => client.tokens.renew(token, null))
          .catch(() => undefined);
        await client.clock.advance(1000);
      }
    }
    expect(client.service.requests.length).toBeGreaterThan(15);
    expect(client.service.requests.length).toBeLessThanOrEqual(1 + 3 + 20);
  });
});
