import type { UpdateToPack } from '../../../../../main/storage/packed/packed-update.ts';

const seenAtMs = 1_774_657_505_500;
const fix = (latitudeDeg: number, reportedAtMs: number) => ({
  latitudeDeg,
  longitudeDeg: 114.153074,
  reportedAtMs,
});

/** Updates with the bytes that the first version wrote: these are in files of dispatchers. */
export const firstForm: readonly {
  readonly marks: number;
  readonly hex: string;
  readonly update: UpdateToPack;
}[] = [
  {
    marks: 3,
    hex: '0040f6eaaca015e4d9ee6c02a413003c',
    update: {
      source: 'poll',
      seenAtMs,
      kinds: ['courier_moved'],
      reasons: ['Courier moved'],
      changes: [
        {
          field: 'courier.location',
          before: fix(22.286343, seenAtMs - 31_500),
          after: fix(22.285109, seenAtMs - 1500),
        },
      ],
    },
  },
  {
    marks: 100,
    hex: '050603006a040742792068616e64002049402004087665726c6f72656e48010021040a436865756e6720e5bcb5040e2b38353220353535302039333731032309c20d5f2312021304060006012404046261736503555555555555d53fc10007050922615c7564383030220400',
    update: {
      source: 'webhook',
      seenAtMs,
      kinds: ['status_changed', 'courier_changed', 'order_edited'],
      reasons: ['Status changed from pending to verloren', 'Courier given', 'By hand'],
      changes: [
        {
          field: 'status',
          before: { raw: 'pending', phase: 'searching' },
          after: { raw: 'verloren', phase: 'unknown' },
        },
        {
          field: 'courier',
          before: null,
          after: { name: 'Cheung 張', phoneNumber: '+852 5550 9371' },
        },
        {
          field: 'price',
          before: { amount: 86.5, currency: 'HKD' },
          after: { amount: 1000, currency: 'HKD' },
        },
        {
          field: 'price_breakdown',
          before: [],
          after: [{ key: 'base', amount: 1 / 3, quantity: 1, reason: null }],
        },
        { field: 'note_to_courier', before: 'a\ud800', after: '' },
      ],
    },
  },
];
