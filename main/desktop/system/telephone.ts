import { shell } from 'electron';
import { telAddress } from '../../../core/text/tel-address.ts';

/**
 * Hands a phone number to the system's program for calls. It takes a number and not an address, so that nothing
 * but `tel:` with digits can ever be opened here; no other file opens anything in another program.
 *
 * @returns whether the system accepted it
 */
export async function openTelephone(phoneNumber: string): Promise<boolean> {
  const address = telAddress(phoneNumber);
  if (address === null) return false;
  try {
    await shell.openExternal(address);
    return true;
  } catch {
    return false; // The system has no program for calls.
  }
}
