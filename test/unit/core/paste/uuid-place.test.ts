import { expect, test } from 'vitest';
import { ownerOf } from '../../../../core/paste/uuid-place.ts';

/** Whose uuid it is between these words. */
function ownerBehind(words: string, behind = ''): string {
  const start = words.length;
  const end = start + 36;
  return ownerOf(`${words}3f2b8c1e-94d7-4a60-b1c5-0e7a62d9f418${behind}`, { start, end });
}

test.each([
  '',
  'Florist ',
  'Flower shop: ',
  'Order ID: ',
  'order=',
  'order:',
  'id:',
  '"uuid":"',
  '"order_uuid": "',
  '<uuid>',
  'driver_uuid and ',
  'driver_id of ',
  'https://desk.example/orders/',
  'https://desk.example/driver/7/orders/',
  'www.desk.example/',
  'https://desk.example/#/orders/',
  'https://desk.example/?order=',
  'https://desk.example/?x=1&delivery_uuid=',
  'https://desk.example/?id=',
  'https://desk.example/?a=b;orders=',
  'https://x.example/?url=https://desk.example/o/',
  'https://x.example/?url=HTTP%3A%2F%2Fdesk.example%2Fo%2F',
  'https://x.example/?url=https%25253A%2F%2Fdesk.example%2Fo%2F',
  'see https://desk.example/?user=1 and ',
  '<a href="https://desk.example/?user=1">',
  "'https://desk.example/?user=1' ",
  'https://desk.example/?user=1|',
  'https://desk.example/?user=1\\',
])('the uuid behind %j is an order’s', (words) => {
  expect(ownerBehind(words)).toBe('order');
});

test.each([
  'driver_uuid=',
  'driver_uuid = ',
  'driver-id: ',
  'driver_uuid: {',
  "driver_id='",
  '"companyUuid":"',
  '"company uuid": "',
  "'trace_id' : '",
  '"driver":"',
  '"customer": ',
  '<user-id>',
  '<company_uuid type="x">',
  'level=info trace_id=',
  '(session_id=',
  'https://desk.example/track?o=',
  'https://desk.example/a?b=c/',
  'https://desk.example/track?to=http-',
  'https://desk.example/track?to=x%3Ahttps%3A',
  'https://m.example/u;d=',
  'www.m.example/#d=',
  '://?=',
])('that behind %j may be one if the text has no other', (words) => {
  expect(ownerBehind(words)).toBe('unsaid');
});

test.each([
  'https://desk.example/?utm_id=',
  'https://desk.example/?UTM_ID=',
  'https://desk.example/?a=b&mc_eid=',
  'https://desk.example/?gclid=',
  'https://desk.example/?_hsenc=',
  'https://desk.example/?user=',
  'https://desk.example/?sid=x-',
  'https://desk.example/?order=1&session=',
])('that behind %j is another thing’s', (words) => {
  expect(ownerBehind(words)).toBe('other');
});

test.each([
  ['Message-ID: <', '@mail.example>'],
  ['In-Reply-To: ', '@mail.example'],
  ['[cid:', ']'],
  ['mid:', ''],
  ['<img src="https://m.example/o/', '.gif">'],
  ['photo-', '.JPEG'],
])(
  'that of a message or a picture, between %j and %j, may be one if the text has no other',
  (before, behind) => {
    expect(ownerBehind(before, behind)).toBe('unsaid');
  },
);

test.each([
  ['', ' @ Central'],
  ['', '.pdf'],
  ['placid: ', ''],
])('that between %j and %j is an order’s', (before, behind) => {
  expect(ownerBehind(before, behind)).toBe('order');
});

test('an address is looked at as far as two thousand characters back, and a name sixty', () => {
  const address = 'https://x.example/?sid=';
  expect(ownerBehind(address.padEnd(1000, 'x'))).toBe('other');
  expect(ownerBehind(address.padEnd(3000, 'x'))).toBe('order');
  expect(ownerBehind(`${'x'.repeat(3000)} driver_id=`)).toBe('unsaid');
});
