import { surviveFaults } from '../../support/fault-row.ts';
import { dataFaults } from './data-faults.ts';

surviveFaults(dataFaults);
