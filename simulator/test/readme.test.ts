import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { faultActionSchema } from '../faults/fault-action.ts';
import { webhookFaultSchema } from '../webhooks/webhook-fault.ts';
import { certificateForms } from '../tls/test-certificate.ts';

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');

describe('the README of the simulator', () => {
  test('has a row for every fault that there is, and for no other', () => {
    const actions = faultActionSchema.options.flatMap(({ shape }) => [...shape.do.values]);
    const faults = readme.slice(
      readme.indexOf('### Another answer'),
      readme.indexOf('## Webhooks'),
    );
    const rows = [...faults.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(new Set(rows)).toStrictEqual(new Set(actions));
    expect(rows.length).toBe(actions.length);
  });

  test('has a row for everything that can go wrong with a webhook, and for nothing else', () => {
    const actions = webhookFaultSchema.options.flatMap(({ shape }) => [...shape.do.values]);
    const section = readme.slice(readme.indexOf('## Webhooks'), readme.indexOf('## The control'));
    const rows = [...section.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(new Set(rows)).toStrictEqual(new Set(actions));
    expect(rows.length).toBe(actions.length);
  });

  test('names every form of certificate', () => {
    expect(certificateForms.filter((form) => !readme.includes(`\`${form}\``))).toStrictEqual([]);
  });
});
