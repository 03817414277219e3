/** Loaded before a server that a benchmark measures: tells its parent how much CPU time its main thread has used, in ms. */
process.on('message', () => {
  const { user, system } = process.threadCpuUsage()
  process.send?.((user + system) / 1000)
})
process.channel?.unref()
