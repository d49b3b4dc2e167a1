import { surviveFaults } from '../../support/faults/fault-row.ts';
import { tokenFaults } from './rows/token-faults.ts';

surviveFaults(tokenFaults);
