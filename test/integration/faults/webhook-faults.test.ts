import { surviveFaults } from '../../support/faults/fault-row.ts';
import { webhookFaults } from './rows/webhook-faults.ts';

// The server waits ten seconds of real time for a slow sender.
surviveFaults(webhookFaults);
