// Takes its task, and then is not given the processor for longer than the task may take.
process.on('message', ({ id }) => {
  const { user, system } = process.cpuUsage();
  process.send({ id, type: 'progress', cpuMs: (user + system) / 1_000 });
  setTimeout(() => process.send({ id, type: 'done', result: [['waited']] }), 600);
});
