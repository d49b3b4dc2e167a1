import { surviveFaults } from '../../support/fault-row.ts';
import { tokenFaults } from './token-faults.ts';

surviveFaults(tokenFaults);
