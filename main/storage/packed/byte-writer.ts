/** Gathers bytes. Numbers are written in as few as they need. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(256);
  #length = 0;

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  /** @param value a safe integer, 0 or more: seven bits a byte, the lowest first (LEB128) */
  unsigned(value: number): void {
    this.#reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length] = (rest % 0x80) + 0x80;
      this.#length += 1;
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes[this.#length] = rest;
    this.#length += 1;
  }

  /** @param value an integer of at most {@link largestSigned}, either side of 0; small ones are short */
  signed(value: number): void {
    this.unsigned(value < 0 ? -2 * value - 1 : 2 * value);
  }

  /** Any double, bit by bit. */
  double(value: number): void {
    this.#reserve(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  /** @param value well-formed: a lone surrogate has no UTF-8 */
  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.unsigned(length);
    this.#reserve(length);
    this.#length += this.#bytes.write(value, this.#length);
  }

  /** What was written since the last time. */
  take(): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * (this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Twice as much is still a safe integer. */
export const largestSigned = 2 ** 52 - 1;
