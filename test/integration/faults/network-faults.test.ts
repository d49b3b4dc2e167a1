import { surviveFaults } from '../../support/faults/fault-row.ts';
import { networkFaults } from './rows/network-faults.ts';

surviveFaults(networkFaults);
