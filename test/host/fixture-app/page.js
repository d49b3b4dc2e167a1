const byId = (id) => document.querySelector(`#${id}`);
let clicks = 0;

byId('count').addEventListener('click', () => {
  clicks += 1;
  byId('count').textContent = `clicked ${clicks}`;
});
byId('who').addEventListener('click', () => {
  void window.api.invoke('sender').then((text) => {
    byId('sender').textContent = text;
  });
});
byId('notify').addEventListener('click', () =>
  window.api.invoke('notify', {
    title: 'Order 7f3c picked up',
    body: 'The courier is 1.2 km from the drop-off',
    actions: [
      { type: 'button', text: 'Open order' },
      { type: 'button', text: 'Mute' },
    ],
  }),
);
document.body.dataset.loaded = 'yes';
