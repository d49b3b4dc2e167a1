import { surviveFaults } from '../../support/faults/fault-row.ts';
import { serviceFaults } from './rows/service-faults.ts';

surviveFaults(serviceFaults);
