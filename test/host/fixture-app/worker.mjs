// The utility process of the fixture: says something on stdout, answers one message.
/* oxlint-disable unicorn/require-post-message-target-origin -- this is no window */
process.parentPort.on('message', ({ data }) => {
  console.log(`heard with ${process.argv[2]}`);
  process.parentPort.postMessage({
    type: process.type,
    when: data.when instanceof Date,
    size: data.numbers.size,
  });
});
