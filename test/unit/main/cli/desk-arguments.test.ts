import { expect, test } from 'vitest';
import { parseDeskArguments } from '../../../../main/cli/desk-arguments.ts';
import { deskUsage } from '../../../../main/cli/desk-usage.ts';

const message = (args: readonly string[]): string | null => {
  const parsed = parseDeskArguments(args);
  return parsed === null || parsed.ok ? null : parsed.failure.message;
};

test('other commands are left to others', () => {
  expect(parseDeskArguments(['watch', '--profile', 'p'])).toBeNull();
  expect(parseDeskArguments([])).toBeNull();
});

test('everything that the commands take is read', () => {
  expect(parseDeskArguments(['export', '--profile=p', '--personal', 'out.json'])).toEqual({
    ok: true,
    value: {
      kind: 'export',
      profileDir: 'p',
      what: 'handOver',
      withPersonalData: true,
      file: 'out.json',
    },
  });
  expect(parseDeskArguments(['export', '--summary', '-'])).toMatchObject({
    value: { what: 'summary', file: null, profileDir: null },
  });
  expect(parseDeskArguments(['import', '-'])).toMatchObject({
    value: { kind: 'import', file: '-' },
  });
  expect(parseDeskArguments(['doctor', '--json', '--profile', 'p'])).toEqual({
    ok: true,
    value: { kind: 'doctor', profileDir: 'p', isJson: true },
  });
});

test('what cannot be followed is said', () => {
  expect(message(['export', '--settings', '--summary'])).toContain('exclude');
  expect(message(['export', '--settings', '--personal'])).toContain('hand-over only');
  expect(message(['export', 'a', 'b'])).toBe('Name one file.');
  expect(message(['import'])).toContain('Name the file');
  expect(message(['doctor', '--profile'])).toContain('needs a value');
  expect(message(['doctor', '--interval', '5'])).toContain('is not an option');
  expect(message(['doctor', '--json=yes'])).toContain('takes no value');
});

test('every option is in its help', () => {
  for (const [name, options] of [
    ['export', ['--personal', '--summary', '--settings', '--profile']],
    ['import', ['--profile']],
    ['doctor', ['--json', '--profile']],
  ] as const) {
    expect(parseDeskArguments([name, '--help'])).toEqual({
      ok: true,
      value: { kind: 'help', about: name },
    });
    for (const option of options) expect(deskUsage[name]).toContain(option);
  }
});
