const NUL = 0;

/**
 * Cuts the byte stream of --remote-debugging-pipe into messages: JSON texts, each ended by one NUL
 * byte. A message may come in any number of pieces.
 *
 * @param onMessage gets the text of each complete message, in order
 * @returns takes the next piece of the stream
 */
export function messageCutter(onMessage: (text: string) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  return (piece) => {
    let start = 0;
    for (let end = piece.indexOf(NUL); end !== -1; end = piece.indexOf(NUL, start)) {
      pieces.push(piece.subarray(start, end));
      const text = Buffer.concat(pieces).toString('utf8');
      pieces = [];
      start = end + 1;
      onMessage(text);
    }
    if (start < piece.length) pieces.push(piece.subarray(start));
  };
}
