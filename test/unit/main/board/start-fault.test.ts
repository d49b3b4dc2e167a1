import { describe, expect, test } from 'vitest';
import { startFault, startFaultText } from '../../../../main/board/start-fault.ts';

describe('start fault', () => {
  test('a watch list that opened as it should is no fault', () => {
    expect(startFault({ setAside: null, fault: null })).toBeNull();
  });

  test.each([
    ['damaged', 'The stored watch list was damaged and could not be read.'],
    ['newer', 'The stored watch list was written by a newer Waybell and could not be read.'],
  ] as const)('a %s one is said to be kept, without the way to it', (reason, beginning) => {
    const path = '/home/lau/.config/waybell/waybell-damaged-2026-03-02.db';
    const fault = startFault({ setAside: { reason, path, takenOver: 0 }, fault: null });
    expect(fault && startFaultText(fault, 'en')).toBe(
      `${beginning} It was kept as waybell-damaged-2026-03-02.db, and a new list was started.`,
    );
    expect(JSON.stringify(fault)).not.toContain('lau');
  });

  test('how many orders could be taken over is said', () => {
    const setAside = {
      reason: 'damaged',
      path: '/profile/waybell-damaged.db',
      takenOver: 12,
    } as const;
    const fault = startFault({ setAside, fault: null });
    expect(fault && startFaultText(fault, 'en')).toMatch(
      /a new list was started\. 12 orders could be taken over from it\.$/,
    );
  });

  test('a disk that keeps nothing is said in words, not in the system’s own', () => {
    const fault = startFault({ setAside: null, fault: 'SQLITE_READONLY: /home/lau' });
    expect(fault && startFaultText(fault, 'en')).toBe(
      'This computer’s disk takes nothing from Waybell.',
    );
    expect(JSON.stringify(fault)).not.toMatch(/SQLITE|lau/);
  });
});
