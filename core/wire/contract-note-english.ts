/**
 * The rules of leniency in English: what the service does that the contract leaves open or says
 * otherwise, and how Waybell reads it. Each rule has its name here and nowhere else.
 */
export const englishNotes = {
  sentences: {
    'token-by-get': 'The token endpoint takes GET, not POST. Waybell asks with GET.',
    'token-by-form': 'The token endpoint takes a form, not JSON. Waybell sends a form.',
    'token-in-data': 'The access token comes inside “data”. It is used from there.',
    'token-status-created': 'The token endpoint answers with 201. It is read like 200.',
    'token-type-other':
      'The service names another kind of token than Bearer. Its word is put before the token.',
    'token-type-unreadable': 'The service’s “token_type” is not a word. Bearer is used.',
    'token-refused-by-403':
      'A spent token is refused with 403, not 401. It is renewed all the same.',
    'token-refused-in-200':
      'A spent token is refused inside an answer with 200. It is renewed all the same.',
    'expires-in-missing': 'The token’s lifetime is not given. Ten minutes are assumed.',
    'expires-in-unreadable': 'The token’s lifetime is not a number. Ten minutes are assumed.',
    'expires-in-text': 'The token’s lifetime is text. It is read as a number.',
    'expires-in-out-of-range':
      'The token’s lifetime is no whole number of milliseconds from 30 seconds to a day. The nearest is used.',
    'envelope-data': 'The order comes inside “data”.',
    'envelope-order': 'The order comes inside “order”.',
    'envelope-data-order': 'The order comes inside “data” and “order”.',
    'envelope-list': 'The order comes in a list. The one with the uuid asked for is used.',
    'envelope-orders':
      'The order comes in a list “orders”. The one with the uuid asked for is used.',
    'envelope-data-list':
      'The order comes in a list inside “data”. The one with the uuid asked for is used.',
    'envelope-attributes': 'The order comes inside “data” and “attributes”.',
    'envelope-other':
      'The order comes inside other names than “data” and “order”, or deeper. It is found all the same.',
    'uuid-absent': 'The answer names no uuid. Its only order is taken for the one asked for.',
    'uuid-form': 'The uuid is written in another form, such as capitals. It counts as the same.',
    'uuid-under-id': 'The uuid comes as “id”.',
    'list-from-object': 'A list comes as an object with numbers for names. It is read as a list.',
    'object-in-list': 'An object comes in a list of its own. It is taken out of the list.',
    'text-from-number': 'A text comes as a number. Its digits are shown.',
    'text-unreadable': 'A text comes as something else. It counts as absent.',
    'text-capped': 'A text is longer than can be shown. It is cut.',
    'number-from-text': 'A number comes as text. It is read as a number.',
    'number-for-people':
      'A number is written for people, such as with marks between thousands or a comma before its fraction. It is read.',
    'number-unreadable': 'A number cannot be read. It counts as absent.',
    'time-in-milliseconds': 'A time comes in milliseconds, judged by its size.',
    'time-in-microseconds': 'A time comes in microseconds, judged by its size.',
    'time-in-nanoseconds': 'A time comes in nanoseconds, judged by its size.',
    'time-from-text': 'A time comes as text. It is read as a time.',
    'time-without-zone': 'A time comes without its zone. UTC is assumed.',
    'time-for-people':
      'A time is written for people, such as with the name of a month or a clock of 12 hours. It is read, because it can be one time only.',
    'time-ambiguous':
      'A time does not say which number is the day and which the month. It counts as absent.',
    'time-unreadable': 'A time cannot be read. It counts as absent.',
    'location-from-text': 'A location comes as text. It is read as latitude, then longitude.',
    'location-from-list': 'A location comes as a list. It is read as longitude, then latitude.',
    'location-from-geojson': 'A location comes as GeoJSON. It is read as longitude, then latitude.',
    'location-other-key':
      'A location uses other names for latitude or longitude. They are understood.',
    'location-swapped':
      'A latitude is beyond 90 degrees. Latitude and longitude are taken the other way round.',
    'location-out-of-range': 'A location is not on the globe. It counts as absent.',
    'location-zero': 'A location is 0, 0, which devices send without a fix. It counts as absent.',
    'location-unreadable': 'A location cannot be read. It counts as absent.',
    'status-absent': 'An order comes without a status. It counts as unknown and is watched on.',
    'status-unknown-word':
      'A status word is not known. It is shown as it comes, and the order is watched on.',
    'status-not-text': 'A status comes as a number. It is shown as it comes.',
    'status-by-your-table': 'A status has the meaning that you gave it in the connection options.',
    'courier-under-driver': 'The courier comes as “driver”.',
    'person-not-given': 'A word such as “N/A” stands for a name or a number. It counts as absent.',
    'courier-empty': 'A courier comes without any content. There is none yet.',
    'courier-unreadable': 'A courier cannot be read. There is none, as far as can be told.',
    'fix-time-beside-location': 'The time of a location comes beside it, not inside.',
    'fix-older-than-known':
      'A courier’s position is older than the one before. The newer one stays.',
    'fix-from-the-future':
      'A courier’s position is dated ahead of this computer’s clock. It counts from its arrival.',
    'pickup-unreadable': 'A pickup cannot be read. It counts as absent.',
    'contact-unreadable': 'A contact cannot be read. It counts as absent.',
    'destinations-single': 'A single destination comes without a list.',
    'destinations-unreadable': 'A destination cannot be read. It keeps its place and stays empty.',
    'destinations-capped': 'An order has more than 100 destinations. The first 100 are shown.',
    'price-is-a-number': 'A price comes as a bare number. Its currency is not known.',
    'price-unreadable': 'A price cannot be read. It counts as absent.',
    'currency-case': 'A currency is not written in capitals. It counts as the same.',
    'currency-from-sign': 'A currency comes as its sign. The sign has one meaning and is read.',
    'currency-in-amount':
      'A currency stands beside the number of an amount. The number is read, and the currency where it can be one only.',
    'currency-unreadable': 'A currency is no code of three letters. It counts as absent.',
    'breakdown-from-object': 'The price lines come as an object, not as a list.',
    'breakdown-unreadable': 'A price line cannot be read. It is left out.',
    'breakdown-capped': 'A price has more than 200 lines. The first 200 are shown.',
    'field-unknown':
      'There are more fields that the contract does not name, or some whose names cannot be shown. They are not read.',
    'kind-unknown':
      'A webhook names a kind of event that the contract does not. Its reason is shown as the service’s words.',
    'reasons-mismatch':
      'A webhook has more or fewer reasons than kinds. Each kind has the reason at its own place; the others are shown as the service’s words.',
    'created-at-absent':
      'A webhook does not say when its event happened. Only when it was seen is known.',
    'event-in-form': 'A webhook comes inside a form. It is taken out of it.',
    'event-packed': 'A webhook comes inside a text or another object. It is taken out of it.',
    'events-in-list': 'A webhook brings several events in a list. Each of them counts.',
    'order-partial':
      'A webhook comes without its order, or with a part of it. The order is asked for, as after every webhook.',
  },
  /** A field that the contract does not have. */
  unknownField: (name: string) => `The field “${name}” is not in the contract. It is not read.`,
  /** Above an export. */
  about:
    'Where the service leaves the contract, and how its answers are read. Counts are answers and webhooks; times are UTC. No order, address, name or phone number is part of this.',
  none: 'Every answer so far was as the contract says.',
  inBrackets: (text: string) => ` (${text})`,
  seen: (count: number, first: string, last: string) =>
    `${count === 1 ? 'once' : `${count} times`}, first ${first}, last ${last}`,
};
