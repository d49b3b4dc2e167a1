import { surviveFaults } from '../../support/faults/fault-row.ts';
import { dataFaults } from './rows/data-faults.ts';

surviveFaults(dataFaults);
