import { surviveFaults } from '../../support/fault-row.ts';
import { serviceFaults } from './service-faults.ts';

surviveFaults(serviceFaults);
