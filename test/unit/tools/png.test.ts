import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodePng, encodePng } from '../../../tools/png.ts';

/** An opaque image in one colour. */
function plain(width: number, height: number, rgb: readonly [number, number, number]) {
  const rgba = Buffer.alloc(width * height * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([...rgb, 255], at);
  return { width, height, rgba };
}

describe('PNG', () => {
  test('any pixels come back as they went in', () => {
    const pixels = fc
      .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 24 }))
      .chain(([width, height]) =>
        fc
          .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
          .map((bytes) => ({ width, height, rgba: Buffer.from(bytes) })),
      );
    fc.assert(
      fc.property(pixels, (sent) => {
        expect(decodePng(encodePng(sent))).toEqual(sent);
      }),
    );
  });

  test('damaged bytes are no image, and never an exception', () => {
    const whole = encodePng(plain(9, 7, [10, 20, 30]));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        expect(() => decodePng(damaged)).not.toThrow();
        expect(() => decodePng(whole.subarray(0, at))).not.toThrow();
      }),
    );
  });

  // made with ImageMagick, which also said what the pixels are
  test.each([
    [
      'RGB with alpha',
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAECAYAAABGM/VAAAAAI0lEQVQI12P4ryDwHx0z7FINfY+OGbK1ljxAxwwCBv8voGMA+u4qXjbXZUQAAAAASUVORK5CYII=',
      '/yAQ//8gEP//IBD//yAQ//8gEP+6JVXvuiVV77olVe+6JVXvuiVV72sqpOBrKqTgayqk4GsqpOBrKqTgEDD/0BAw/9AQMP/QEDD/0BAw/9A=',
    ],
    [
      'RGB',
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAECAIAAADJUWIXAAAAH0lEQVQI12P4ryCAjBh2qYYiI4ZsrSXIiEHA4D8yAgAB4RhIMAXj2wAAAABJRU5ErkJggg==',
      '/yAQ//8gEP//IBD//yAQ//8gEP+6JVX/uiVV/7olVf+6JVX/uiVV/2sqpP9rKqT/ayqk/2sqpP9rKqT/EDD//xAw//8QMP//EDD//xAw//8=',
    ],
    [
      'grey',
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAECAAAAABjWKqcAAAAH0lEQVQI1wXBIQEAAADCMGIhL1HvH4ctqmbbFgDStj1DtgVH9JVSkgAAAABJRU5ErkJggg==',
      'Tk5O/05OTv9OTk7/Tk5O/05OTv9ISEj/SEhI/0hISP9ISEj/SEhI/0BAQP9AQED/QEBA/0BAQP9AQED/ODg4/zg4OP84ODj/ODg4/zg4OP8=',
    ],
    [
      'grey, 1 bit',
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAEAQAAAABuSMjtAAAAC0lEQVQI12NggAAAAAgAAS8g3TEAAAAASUVORK5CYII=',
      'AAAA/wAAAP8AAAD/AAAA/wAAAP8AAAD/AAAA/wAAAP8AAAD/AAAA/wAAAP8AAAD/AAAA/wAAAP8AAAD/AAAA/wAAAP8AAAD/AAAA/wAAAP8=',
    ],
    [
      'grey with alpha',
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAECAQAAADsOj3LAAAAGklEQVQI12Pw+w+DDB7vYZDB4QEMMlhcgEEAFH8XXbvU+n8AAAAASUVORK5CYII=',
      'Tk5O/05OTv9OTk7/Tk5O/05OTv9ISEjvSEhI70hISO9ISEjvSEhI70BAQOBAQEDgQEBA4EBAQOBAQEDgODg40Dg4ONA4ODjQODg40Dg4ONA=',
    ],
    [
      'palette, 2 bits',
      'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAEAgMAAAA7XR3TAAAADFBMVEX/IBC6JVVrKqQQMP962pSNAAAAFElEQVQI12NgYGAIdWBY1cDw/wAADIQDf+AivqAAAAAASUVORK5CYII=',
      '/yAQ//8gEP//IBD//yAQ//8gEP+6JVX/uiVV/7olVf+6JVX/uiVV/2sqpP9rKqT/ayqk/2sqpP9rKqT/EDD//xAw//8QMP//EDD//xAw//8=',
    ],
  ])('%s is read', (_name, png, rgba) => {
    const pixels = decodePng(Buffer.from(png, 'base64'));
    expect(pixels).toEqual({ width: 5, height: 4, rgba: Buffer.from(rgba, 'base64') });
  });

  test('a size that the data does not fill is refused before memory is taken for it', () => {
    const whole = encodePng(plain(2, 2, [1, 2, 3]));
    whole.writeUInt32BE(20_000, 16);
    whole.writeUInt32BE(20_000, 20);
    expect(decodePng(whole)).toBeUndefined();
  });
});
