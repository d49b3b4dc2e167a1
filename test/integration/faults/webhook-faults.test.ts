import { vi } from 'vitest';
import { surviveFaults } from '../../support/faults/fault-row.ts';
import { webhookFaults } from './rows/webhook-faults.ts';

// A sender that drips is given ten seconds of real time by the server.
vi.setConfig({ testTimeout: 60_000 });

surviveFaults(webhookFaults);
