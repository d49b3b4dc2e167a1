import type { Diagnosis, DiagnosisArea, FindingState } from '../../../core/delivery/diagnosis.ts';

function finding(
  area: DiagnosisArea,
  name: string,
  state: FindingState,
  value: string,
  elapsedMs: number | null = null,
) {
  return { area, name, state, value, elapsedMs };
}

/** A diagnosis of a computer on which nearly everything works. */
export const sampleDiagnosis: Diagnosis = {
  format: 'waybell-diagnosis',
  version: 1,
  madeAt: '2026-11-21T06:31:00.000Z',
  findings: [
    finding('program', 'Waybell', 'fact', '0.1.0'),
    finding('program', 'Runtime', 'fact', 'Electron 45.4.1, Node 24.15.0'),
    finding('program', 'System', 'fact', 'linux 6.12.0 x64'),
    finding('files', 'Profile folder', 'fact', '~/.config/Waybell'),
    finding('files', 'Writing there', 'good', 'works'),
    finding('database', 'Check', 'good', 'whole'),
    finding('database', 'Schema', 'good', '6 of 6'),
    finding('keychain', 'Secret Service', 'good', 'works'),
    finding('notifications', 'Shown by', 'good', 'dunst 1.12.2'),
    finding(
      'tray',
      'Place for the icon',
      'notice',
      'none; closing the window minimises it instead',
    ),
    finding('connection', 'Service', 'fact', 'https://api.hk.example-delivery.com'),
    finding('connection', 'Name look-up', 'good', '2 addresses', 9),
    finding('connection', 'Connection', 'good', 'works', 38),
    finding('connection', 'Certificate', 'good', 'TLSv1.3', 44),
    finding('connection', 'Access token', 'good', 'works', 212),
    finding('connection', 'First order', 'bad', 'No answer from the service (timeout)', 10_000),
    finding(
      'contract',
      'field-unknown pickup.arrived_at',
      'fact',
      'The field “pickup.arrived_at” is not in the contract. It is not read. (1204 times, first 2026-11-12, last 2026-11-21)',
    ),
  ],
  troubles: [
    {
      at: '2026-11-21T06:30:12.000Z',
      level: 'warn',
      event: 'serviceHealthChanged',
      facts: { code: 'timeout', repeated: 3 },
    },
  ],
};
