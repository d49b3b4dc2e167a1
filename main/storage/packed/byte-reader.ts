/** Reads what {@link ByteWriter} wrote. @throws RangeError where there is nothing such to read */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  byte(): number {
    const value = this.#bytes[this.#at];
    if (value === undefined) throw new RangeError('the bytes end too soon');
    this.#at += 1;
    return value;
  }

  unsigned(): number {
    let value = 0;
    for (let unit = 1; unit <= 2 ** 49; unit *= 0x80) {
      const byte = this.byte();
      value += (byte % 0x80) * unit;
      if (byte < 0x80) return value;
    }
    throw new RangeError('no number is as long');
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double(): number {
    const at = this.#skip(8);
    return this.#bytes.readDoubleLE(at);
  }

  text(): string {
    const length = this.unsigned();
    const at = this.#skip(length);
    return this.#bytes.toString('utf8', at, at + length);
  }

  /** @returns where they begin */
  #skip(count: number): number {
    const from = this.#at;
    if (from + count > this.#bytes.length) throw new RangeError('the bytes end too soon');
    this.#at = from + count;
    return from;
  }
}
