import { surviveFaults } from '../../support/fault-row.ts';
import { networkFaults } from './network-faults.ts';

surviveFaults(networkFaults);
