import { surviveFaults } from '../../support/faults/fault-row.ts';
import { machineFaults } from './rows/machine-faults.ts';

surviveFaults(machineFaults);
