import { surviveFaults } from '../../support/fault-row.ts';
import { machineFaults } from './machine-faults.ts';

surviveFaults(machineFaults);
