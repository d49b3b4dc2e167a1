import { expect, test } from 'vitest';
import { parseProfileArguments } from '../../../../main/cli/profile-arguments.ts';
import { profileUsage } from '../../../../main/cli/usage.ts';

const message = (args: readonly string[]): string | null => {
  const parsed = parseProfileArguments(args);
  return parsed === null || parsed.ok ? null : parsed.failure.message;
};

test('other commands are left to others', () => {
  expect(parseProfileArguments(['watch', '--profile', 'p'])).toBeNull();
  expect(parseProfileArguments([])).toBeNull();
});

test('everything that the commands take is read', () => {
  expect(parseProfileArguments(['export', '--profile=p', '--personal', 'out.json'])).toEqual({
    ok: true,
    value: {
      kind: 'export',
      profileDir: 'p',
      what: 'handOver',
      withPersonalData: true,
      file: 'out.json',
    },
  });
  expect(parseProfileArguments(['export', '--summary', '-'])).toMatchObject({
    value: { what: 'summary', file: null, profileDir: null },
  });
  expect(parseProfileArguments(['import', '-'])).toMatchObject({
    value: { kind: 'import', file: '-' },
  });
  expect(parseProfileArguments(['doctor', '--json', '--profile', 'p'])).toEqual({
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
    expect(parseProfileArguments([name, '--help'])).toEqual({
      ok: true,
      value: { kind: 'help', about: name },
    });
    for (const option of options) expect(profileUsage[name]).toContain(option);
  }
});
